internal import DeviceLogs
internal import TaskTrace

/// Logs and files of events: bytes in, a trace out.
extension Oracle {
  /// Steps of a log for each byte: a record is looked at several times, a message by some hundred patterns.
  private static let logSteps = (base: 2_000_000, perByte: 6_000)

  static let log = Oracle("log", steps: logSteps) { bytes in
    var broken = Broken()
    checkLog(bytes, &broken)
    return broken.sentences
  }

  /// Structured records, which are found and cut apart in another way than text.
  static let ndjson = Oracle("ndjson", steps: logSteps) { bytes in
    var broken = Broken()
    // A fuzzer finds no keys by itself; whatever it makes also stands as a message between two records.
    checkLog(bytes, &broken)
    let message = JSONValue.text(String(decoding: bytes.prefix(4_096), as: UTF8.self)).text
    let record = """
      {"timestamp":"2026-06-01 09:00:00.000000+0200","processImagePath":"/usr/libexec/dasd",\
      "subsystem":"com.apple.duetactivityscheduler","category":"scoring","messageType":"Default",\
      "eventMessage":\(message),"processID":120,"traceID":1}

      """
    checkLog(Array((record + record).utf8), &broken)
    return broken.sentences
  }

  /// One message without a record, and the same one in a record.
  static let line = Oracle("line", steps: (base: 4_000_000, perByte: 12_000)) { bytes in
    var broken = Broken()
    let message = bytes.prefix(1 << 12).filter { $0 != 0x0A }
    checkLog(message, &broken)
    let head = "2026-06-01 09:00:00.000000+0200 0x1f2      Default     0x0                  120    0    dasd: "
    let label = "[com.apple.duetactivityscheduler:scoring] "
    let record = Array((head + label).utf8) + message + [0x0A]
    checkLog(record + record, &broken)
    return broken.sentences
  }

  static let events = Oracle("events") { bytes in
    var broken = Broken()
    _ = EventFile.looksLikeEvents(bytes)
    if let reading = EventFile.read(bytes, named: "x") {
      let again = EventFile.read(bytes, named: "x")
      broken.expect(again?.events == reading.events, "a file that is read twice is the same")
      checkTrace(reading.header, reading.events, &broken)
      checkText(reading.summary.json.text, "the summary", &broken)
    }
    return broken.sentences
  }

  /// A log is the same read as a whole and in pieces, and what it tells can be written, read, and asked about.
  private static func checkLog(_ bytes: [UInt8], _ broken: inout Broken) {
    let known = DeviceLog.read(bytes, named: "x")
    checkTrace(known.header, known.events, &broken)
    checkText(known.summary.json.text, "the summary", &broken)

    var whole = LogImporter(named: "x")
    whole.append(bytes)
    let reading = whole.finish()
    var cut = LogImporter(named: "x")
    for piece in pieces(bytes) { cut.append(piece) }
    let pieced = cut.finish()
    broken.expect(pieced.header == reading.header, "the header of pieces is that of the whole")
    broken.expect(pieced.events == reading.events, "the events of pieces are those of the whole")
    broken.expect(pieced.summary == reading.summary, "the summary of pieces is that of the whole")

    // Whoever follows a log gets events in order of time.
    var followed = LogImporter(named: "x")
    var latest = Instant.distantPast
    for piece in pieces(bytes) {
      for event in followed.feed(piece) {
        broken.expect(event.at >= latest, "a followed log never goes back in time")
        latest = event.at
      }
    }
    _ = followed.flush()
  }
}
