internal import CPlatform

/// Files and folders by name, with errors that users understand.
enum FileAccess {
  /// Why something could not be done with a file.
  struct Failure: Error {
    var path: String
    var reason: String
    /// Whether there is not a file of that name.
    var isMissing = false
    var message: String { "\(path): \(reason)" }

    init(path: String, reason: String) { (self.path, self.reason) = (path, reason) }

    /// The system's message; `error` is its number, negated, as the functions of CPlatform return it.
    init(path: String, error: Int) {
      let text = unsafe String(cString: bgp_error_text(Int32(clamping: error)))
      self.init(path: path, reason: text.prefix(1).lowercased() + text.dropFirst())
      isMissing = bgp_is_missing(Int32(clamping: error))
    }
  }

  /// Throws the error of a CPlatform function, and otherwise returns its result.
  @discardableResult
  static func checked<Result: SignedInteger>(_ result: Result, _ path: String) throws(Failure) -> Int {
    guard result >= 0 else { throw Failure(path: path, error: Int(result)) }
    return Int(result)
  }

  /// The names in a folder, in no particular order; none if there is no such folder.
  static func names(in folder: String) -> [String] {
    guard let open = unsafe bgp_folder_open(folder) else { return [] }
    defer { unsafe bgp_folder_close(open) }
    var names: [String] = []
    while let name = unsafe bgp_folder_next(open) { names.append(unsafe String(cString: name)) }
    return names
  }

  /// Creates a folder and its parents; an existing one is accepted.
  static func makeFolder(_ path: String) throws(Failure) {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      made += made.isEmpty && part.isEmpty ? "/" : made.hasSuffix("/") || made.isEmpty ? String(part) : "/\(part)"
      guard !made.isEmpty, made != "/", !exists(made) else { continue }
      let result = unsafe bgp_make_folder(made)
      // Another process may have created it meanwhile.
      if result < 0, !exists(made) { throw Failure(path: made, error: Int(result)) }
    }
  }

  /// When a file was changed last, in a number that grows; nil if there is none.
  static func changed(_ path: String) -> Int64? {
    var status = bgp_file_status()
    return unsafe bgp_status_of(path, &status) == 0 ? status.changed : nil
  }

  static func exists(_ path: String) -> Bool {
    var status = bgp_file_status()
    return unsafe bgp_status_of(path, &status) == 0
  }
}
