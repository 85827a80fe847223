internal import TaskTrace

/// A record of another layout, on its way to lines that ``HeadReader`` knows.
struct ForeignRecord {
  var time = RecordTime.unknown
  var process = Text(.none, 0, 0)
  var number = Text(.none, 0, 0)
  var level = Text(.none, 0, 0)
  var subsystem = Text(.none, 0, 0)
  var category = Text(.none, 0, 0)
  var message: [UInt8] = []

  /// Sets a value by its role; a process can be given by its path.
  mutating func set(_ value: Text, as role: RecordKey.Role) {
    let value = value.trimmed
    guard !value.isEmpty else { return }
    switch role {
    case .process, .image:
      process = RecordKey.processName(in: value)
    case .number: number = value
    case .level: level = value
    case .subsystem: subsystem = value
    case .category: category = value
    default: break
    }
  }

  /// Adds the record as a tool would print it: in the style whose head has as much of a date as this one.
  func append(to text: inout [UInt8]) {
    func add(_ string: String) { text += string.utf8 }
    func add(_ part: Text) { part.bytes[part.start..<part.end].append(to: &text) }
    let clock = CivilTime(microsecondsSince1970: time.wall)
    let ofDay =
      "\(Self.two(clock.hour)):\(Self.two(clock.minute)):\(Self.two(clock.second))."
      + "\(1_000_000 + clock.microsecond)".dropFirst() + zone
    switch time.form {
    case .none: break
    case .date:
      add("\(clock.year)-\(Self.two(clock.month))-\(Self.two(clock.day)) \(ofDay) ")
      add(process)
      add("{}[")
      if number.ticks == nil { add("0") } else { add(number) }
      add("] <")
      if HeadReader.level(level) == nil { add("Notice") } else { add(level) }
      add(">: ")
    case .monthAndDay:
      add("\(CivilTime.monthNames[(time.month + 11) % 12].prefix(3)) \(Self.two(time.day)) \(ofDay) - ")
      add(process)
      add("[0] <Notice>: ")
    case .timeOfDay where process.isEmpty: add("[\(ofDay)] ")
    case .timeOfDay:
      add("default\t\(ofDay)\t")
      add(process)
      add("\t0\t")
    }
    if time.form == .date {
      text += message
      guard !subsystem.isEmpty else { return }
      add(" [")
      add(subsystem)
      add("][")
      add(category)
      add("]")
    } else {
      if !subsystem.isEmpty {
        add("[")
        add(subsystem)
        add(":")
        add(category)
        add("] ")
      }
      text += message
    }
  }

  private var zone: String {
    guard let offset = time.offset else { return "" }
    let minutes = abs(offset) / 60
    return (offset < 0 ? "-" : "+") + Self.two(minutes / 60) + Self.two(minutes % 60)
  }

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
}

/// What programs call the parts of a record, in JSON, in tables and in Xcode's console.
enum RecordKey {
  enum Role: Sendable {
    case timestamp, message, image, process, subsystem, boot, category, level, eventType, ticks, number
    /// An object that holds more parts.
    case nested
    case other
  }

  /// The name in a path, without the library or the number that some tools append: `dasd(Library)`, `dasd[120]`.
  static func processName(in value: Text) -> Text {
    var start = value.end
    while start > value.start, value.bytes[start - 1] != 0x2F { start -= 1 }
    let name = value.from(start)
    for sign in "([{".utf8 where [UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(name.last ?? 0) {
      if let open = name.find(sign), open > name.start { return name.upTo(open) }
    }
    return name
  }

  /// What a key means, and how surely: of two keys of one role in a record, the surer one counts.
  static func meaning(of key: Text) -> (role: Role, rank: UInt8) {
    guard key.count <= 24 else { return (.other, 0) }
    for entry in table where equals(key, entry.key) { return (entry.role, entry.rank) }
    return (.other, 0)
  }

  /// Whether both have the same letters and digits, ignoring case and word separators.
  private static func equals(_ key: Text, _ word: StaticString) -> Bool {
    word.withUTF8Buffer { letters in
      var place = 0
      for index in key.start..<key.end {
        let byte = key.bytes[index]
        guard byte.isLetter || byte.isDigit else { continue }
        guard place < letters.count, unsafe letters[place] == (byte.isLetter ? byte | 0x20 : byte) else { return false }
        place += 1
      }
      return place == letters.count && place > 0
    }
  }

  /// Whether the keys at the beginning of a JSON text are those of a record: a message with a time, or a whole line,
  /// and something that identifies the process.
  static func identifiesRecord(_ text: Text) -> Bool {
    var found: [(role: Role, rank: UInt8)] = []
    var index = text.start
    while found.count < 64, let open = text.find(0x22, from: index), let close = text.find(0x22, from: open + 1) {
      let isKey = close + 1 < text.end && (text.bytes[close + 1] == 0x3A || text.bytes[close + 1] == 0x20)
      if isKey { found.append(meaning(of: Text(text.bytes, open + 1, close))) }
      index = close + 1
    }
    func has(_ roles: Role...) -> Bool { found.contains { roles.contains($0.role) } }
    return has(.message) && (has(.timestamp) || text.find(">: ") != nil)
  }

  private static let table: [(key: StaticString, role: Role, rank: UInt8)] = [
    ("timestamp", .timestamp, 9), ("datetime", .timestamp, 8), ("time", .timestamp, 7), ("date", .timestamp, 6),
    ("timestampdouble", .timestamp, 10), ("timeutc", .timestamp, 9), ("isotime", .timestamp, 5),
    ("eventtime", .timestamp, 5), ("createdat", .timestamp, 4), ("ts", .timestamp, 3),
    ("eventmessage", .message, 9), ("logmessage", .message, 8), ("raw", .message, 2), ("composedmessage", .message, 8),
    ("message", .message, 7), ("msg", .message, 6),
    ("text", .message, 5), ("log", .message, 4), ("body", .message, 3), ("line", .message, 2),
    ("processimagepath", .image, 9), ("filename", .image, 5), ("processpath", .image, 4),
    ("process", .process, 9), ("processname", .process, 8), ("procname", .process, 7), ("tag", .process, 2),
    ("program", .process, 6), ("executable", .process, 5), ("comm", .process, 4), ("subsystem", .subsystem, 9),
    ("category", .category, 9),
    ("messagetype", .level, 9), ("logtype", .level, 8), ("level", .level, 7), ("severity", .level, 6),
    ("loglevel", .level, 6), ("type", .level, 3), ("eventtype", .eventType, 9), ("boot", .other, 0),
    ("bootuuid", .boot, 9), ("machtimestamp", .ticks, 9), ("pid", .number, 9), ("processid", .number, 8),
    ("processidentifier", .number, 7), ("label", .nested, 1), ("labels", .nested, 1), ("fields", .nested, 1),
    ("attributes", .nested, 1),
    ("metadata", .nested, 1), ("properties", .nested, 1), ("extra", .nested, 1), ("context", .nested, 1),
    ("source", .other, 0),
  ]
}
