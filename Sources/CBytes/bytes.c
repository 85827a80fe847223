// All of it is in the header, where the compiler can put it into its callers; a module has to have a source file.
#include "bytes.h"
