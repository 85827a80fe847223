internal import TaskTrace

/// The names that dasd prints, each parsed once.
struct NameTable {
  struct Entry {
    var text: String
    var name: ActivityName
    /// The story of the task.
    var task: Int
    var reference: TaskReference
  }

  private(set) var entries: [Entry] = []
  private var byFingerprint = FingerprintTable()
  /// The places of the entries plus one, by the numbers under which their texts are kept.
  private var byNumber: [UInt32] = []
  private var byTask: [TaskIdentifier: Int] = [:]
  private var strings: [UInt64: String] = [:]
  private static let maxStrings = 1 << 16

  /// The entry of a printed name, such as `501:com.example.task:BB0E3B`. Complexity: O(bytes).
  mutating func entry(_ text: Text) -> Int {
    let key = text.fingerprint
    if let known = byFingerprint[key].map(Int.init), text.equals(entries[known].text) { return known }
    let string = text.string
    let name = ActivityName(string)
    let reference = TaskReference(name.task, name.activity, kind: name.kind)
    entries.append(Entry(text: string, name: name, task: task(name.task), reference: reference))
    byFingerprint.set(key, to: UInt32(entries.count - 1))
    return entries.count - 1
  }

  /// The entry of a name whose text is kept under a number. Complexity: O(1) but for the first time.
  mutating func entry(_ text: Text, number: Int) -> Int {
    while byNumber.count <= number { byNumber.append(0) }
    if byNumber[number] > 0 { return Int(byNumber[number]) - 1 }
    let entry = entry(text)
    byNumber[number] = UInt32(entry + 1)
    return entry
  }

  /// The number of a task.
  mutating func task(_ identifier: TaskIdentifier) -> Int {
    if let known = byTask[identifier] { return known }
    byTask[identifier] = byTask.count
    return byTask.count - 1
  }

  /// One copy of a text that a log repeats.
  mutating func string(_ text: Text) -> String {
    guard text.count > 15, text.count <= 256 else { return text.string }
    let key = text.fingerprint
    if let known = strings[key], text.equals(known) { return known }
    let string = text.string
    if strings.count < Self.maxStrings { strings[key] = string }
    return string
  }
}
