/// The terminfo entry of a terminal of xterm's family that shows any colour.
///
/// Installed entries for such terminals are rare, and write colours with colons, which many terminals do not read. So the
/// program brings its own, as compiled by `tic -x`, in the form that curses takes from `TERMINFO` (since 6.1). It has
/// only what a full-screen program needs and what all of the family do alike; colours are `38;2;R;G;B`.
enum EmbeddedEntry {
  static let type = "bgtop-direct"

  // swift-format-ignore
  static let entry = "b64:" + """
    HgI5AA8ADwBpAVEBYmd0b3AtZGlyZWN0fHRlcm1pbmFscyBvZiB4dGVybSdzIGZhbWlseSB3aXRoIGFueSBjb2xvdXIAAAEAAAEAAAAAAAAAAAEB\
    UAAAAAgAAAAYAAAA/////////////////////////////////////////////////////wAAAAEAAAEA//8AAAIA/////wQADAAQABQA//8fADAA\
    MgA2AD0A//8/AEYA//9KAP///////////////04AUwBYAP//YQD///////9mAP//awBwAP//eQB9AP///////4YA////////////////////////\
    ////////////////////////////////////////////////////////////////////////////////////////////////////////////////\
    /////////////////////////////4wA////////lQCeAP//pwD///////////////////////////////+wAP//uwC9AP//////////////////\
    ////////////////////////////////////////////////////////////////////////////////////////////////////////////////\
    ////////////////////////////////////////////////////////////////////////////////////////////////////////////////\
    ////////////////////////////////////////////////////////////////////////////////////////////////////////////////\
    /////////////8AA////////////////////////////////////////////////////////////////////////xQD/////////////////////\
    /////////////84A////////////////////////0wD/////////////////////////////////////////////////////////////////////\
    /////////////////////////////9kAFQEHAA0AG1tIG1sySgAbW0sAG1tKABtbJWklcDElZEcAG1slaSVwMSVkOyVwMiVkSAAKABtbSAAbWz8y\
    NWwACAAbWz8yNWgAG1tDABtbQQAbWzVtABtbMW0AG1s/MTA0OWgAG1sybQAbWzdtABtbNG0AG1slcDElZFgAG1ttABtbPzEwNDlsABtbMjRtABtb\
    JXAxJWRCABtbJXAxJWREABtbJXAxJWRDABtbJXAxJWRBABtbJWklcDElZGQACgAbTQAbWzFLABtbMzk7NDltABtbM20AG1syM20AG1szODsyOyVw\
    MSV7NjU1MzZ9JS8lZDslcDElezI1Nn0lLyV7MjU1fSUmJWQ7JXAxJXsyNTV9JSYlZG0AG1s0ODsyOyVwMSV7NjU1MzZ9JS8lZDslcDElezI1Nn0l\
    LyV7MjU1fSUmJWQ7JXAxJXsyNTV9JSYlZG0AAAEAAAAAAAEABAABAAAAUkdCAA==
    """
}
