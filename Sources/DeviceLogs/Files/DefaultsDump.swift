internal import TaskTrace

/// What Backgrounder keeps of its tasks in the user's defaults (rule K15), as `defaults read` prints them or as JSON.
///
/// Each task has keys such as `tasks.sync.next_run_epoch_ms`. They describe a state, not a history: the last run and
/// its result, and the waiting request.
enum DefaultsDump {
  /// Reads the form of `defaults read`, `"key" = value;` on a line each, as a value; nil if the text is none.
  ///
  /// Nested lists, data, and dictionaries are skipped. Complexity: O(bytes).
  static func read(_ bytes: [UInt8]) -> JSONValue? {
    var members: [JSONMember] = []
    bytes.withBorrowedBytes { bytes in
      var start = 0
      while start < bytes.count {
        let stop = nextLineEnd(in: bytes, from: start, to: bytes.count)
        if let member = member(Text(bytes, start, stop).trimmed) { members.append(member) }
        start = stop + 1
      }
    }
    return members.isEmpty ? nil : JSONValue(.object(members))
  }

  private static func member(_ line: Text) -> JSONMember? {
    guard line.last == UInt8(ascii: ";"), let equals = line.find(" = ") else { return nil }
    let key = unquoted(line.upTo(equals).trimmed)
    let value = line[equals + 3, line.end - 1].trimmed
    guard key.hasPrefix("tasks."), let first = value.first else { return nil }
    if first != UInt8(ascii: "\""), let number = value.number, number.magnitude < 9e15 {
      return JSONMember(key, JSONValue(.integer(Int64(number))))
    }
    return JSONMember(key, JSONValue(.string(unquoted(value))))
  }

  private static func unquoted(_ text: Text) -> String {
    guard text.count >= 2, text.first == UInt8(ascii: "\""), text.last == UInt8(ascii: "\"") else { return text.string }
    return text[text.start + 1, text.end - 1].string
  }

  /// Reads an object with the keys of tasks; returns false if it has none.
  static func read(_ value: JSONValue, into reader: inout EventFileReader) -> Bool {
    var tasks: [(name: String, fields: [String: JSONValue])] = []
    for member in value.object ?? [] {
      guard member.key.hasPrefix("tasks."), let dot = member.key.lastIndex(of: ".") else { continue }
      let name = member.key[..<dot].dropFirst("tasks.".count)
      guard !name.isEmpty else { continue }
      let field = String(member.key[member.key.index(after: dot)...])
      if let index = tasks.firstIndex(where: { $0.name == name }) {
        tasks[index].fields[field] = member.value
      } else {
        tasks.append((String(name), [field: member.value]))
      }
    }
    var isKnown = false
    for task in tasks { isKnown = read(task.name, task.fields, &reader) || isKnown }
    return isKnown
  }

  private static func read(_ name: String, _ fields: [String: JSONValue], _ reader: inout EventFileReader) -> Bool {
    let last = reader.instant(milliseconds: fields["last_run_epoch_ms"])
    let next = reader.instant(milliseconds: fields["next_run_epoch_ms"])
    let interval = number(fields["interval_ms"]).flatMap { $0 > 0 && $0 < 1e15 ? TimeSpan(seconds: $0 / 1_000) : nil }
    guard last != nil || next != nil else { return false }
    let task = TaskReference(TaskIdentifier(name))
    if let last {
      let result = fields["last_result"]?.string?.split(separator: ".").last.map(String.init) ?? ""
      let succeeded = result.isEmpty ? nil : result.lowercased() == "success"
      reader.add(.completed(task, success: succeeded), at: last)
    }
    let isActive = number(fields["active"]).map { $0 != 0 } ?? fields["active"]?.bool ?? (next != nil)
    guard isActive, let next else { return true }
    var submission = Submission(kind: .activity)
    submission.interval = interval
    submission.earliest = next
    submission.requiresNetwork = number(fields["network_required"]).map { $0 != 0 } ?? fields["network_required"]?.bool
    // The dump does not contain the time of the request: it is after the last run, or one interval before the next.
    reader.add(.submitted(task, submission), at: last ?? interval.map { next - $0 } ?? next)
    return true
  }

  /// A number, which JSON may hold as text.
  private static func number(_ value: JSONValue?) -> Double? {
    value?.number ?? value?.string.flatMap { Double($0) }
  }
}

extension EventFileReader {
  fileprivate func instant(milliseconds value: JSONValue?) -> Instant? {
    let number = value?.number ?? value?.string.flatMap { Double($0) }
    return number.flatMap { $0 > 0 && $0 < 9e12 ? Instant(microseconds: Int64($0 * 1_000)) : nil }
  }
}
