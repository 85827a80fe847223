internal import CPlatform

extension FileAccess {
  /// The unfinished files of processes that were killed while they wrote (``Output``).
  ///
  /// They lie beside the file that was to be written, under hidden names, and the next write of the same file removes them.
  /// A file is left over only if the process in its name is gone and nobody has claimed it: the number alone may be that of
  /// a process on another host or in another container.
  enum Leftovers {
    /// The name of an unfinished file: `.NAME.PROCESS-ATTEMPT.new`.
    static func name(_ name: String, process: Int32, _ attempt: Int) -> String { ".\(name).\(process)-\(attempt).new" }

    /// Removes what is left over of a file. Complexity: O(names in the folder).
    static func remove(from folder: String, of name: String) {
      for found in names(in: folder) {
        guard let process = process(found, of: name), !bgp_is_running(process) else { continue }
        let path = "\(folder)/\(found)"
        let descriptor = unsafe bgp_open_read(path)
        guard descriptor >= 0 else { continue }
        if bgp_claim(descriptor) == 0 { _ = unsafe bgp_remove(path) }
        bgp_close(descriptor)
      }
    }

    /// The process that an unfinished file of a name belongs to; nil for all other files.
    static func process(_ found: String, of name: String) -> Int32? {
      guard found.hasPrefix(".\(name)."), found.hasSuffix(".new"), found.utf8.count > name.utf8.count + 6 else {
        return nil
      }
      let numbers = found.dropFirst(name.count + 2).dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
      guard numbers.count == 2, numbers.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
        Int(numbers[1]) != nil, let process = Int32(numbers[0]), process > 0
      else { return nil }
      return process
    }
  }
}
