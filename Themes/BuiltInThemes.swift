// Resources are embedded by the package manager.
