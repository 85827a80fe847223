internal import Dashboard
internal import Diagnosis
internal import PropertyLists
internal import SchedulerModel
internal import Screen
internal import TaskTrace

/// Files that a person writes or keeps.
extension Oracle {
  static let trace = Oracle("trace") { bytes in
    var broken = Broken()
    _ = TraceFile.looksLikeTrace(bytes)
    let whole = try? TraceFile.read(bytes)
    let cut = try? pieced(bytes)
    broken.expect((whole == nil) == (cut == nil), "pieces are a trace where the whole is one")
    guard let whole, let cut else { return broken.sentences }
    broken.expect(cut.header == whole.header, "the header of pieces is that of the whole")
    broken.expect(cut.events == whole.events, "the events of pieces are those of the whole")
    broken.expect(cut.warnings == whole.warnings, "the warnings of pieces are those of the whole")
    checkTrace(whole.header, whole.events, &broken)
    return broken.sentences
  }

  private static func pieced(_ bytes: [UInt8]) throws(TextProblem) -> TraceFile.Reading {
    var reader = TraceFile.Reader()
    for piece in pieces(bytes) { try reader.feed(piece) }
    return try reader.finish()
  }

  static let scenario = Oracle("scenario") { bytes in
    var broken = Broken()
    _ = Scenario.infoPlistPaths(in: bytes)
    do throws(ScenarioError) {
      let scenario = try Scenario.parse(bytes, named: "x")
      // Of many apps few are enough, and each of their policies is asked in every step.
      guard scenario.apps.reduce(0, { $0 + $1.tasks.count + 1 }) <= 30 else { return broken.sentences }
      var simulation = Simulation(scenario)
      let text = simulation.header.json.text
      checkText(text, "the header", &broken)
      broken.expect(
        scenario.text.flatMap { try? Scenario.parse(Array($0.utf8), named: "x") } != nil,
        "a scenario in a trace can be read again")
      var events: [TraceEvent] = []
      for _ in 0..<400 {
        guard let next = simulation.nextEventAt, next <= .zero + .days(3) else { break }
        simulation.advance(to: next, into: &events)
        let invariants = simulation.checkInvariants()
        broken.expect(invariants.isEmpty, invariants.joined(separator: "; "))
      }
      checkTrace(simulation.header, events, &broken)
      _ = Findings.of(History(Trace(header: simulation.header, events: events)), scenario)
    } catch {
      broken.expect(!error.problems.isEmpty, "a scenario that is refused is refused for a reason")
      for problem in error.problems {
        broken.expect(problem.line >= 1 && problem.column >= 1, "a problem has a place")
      }
    }
    return broken.sentences
  }

  static let plist = Oracle("plist") { bytes in
    var broken = Broken()
    _ = PropertyListFile.looksLikePropertyList(bytes)
    guard let file = try? PropertyListFile(bytes) else { return broken.sentences }
    let again = try? PropertyListFile(bytes)
    broken.expect(again == file, "a list that is read twice is the same")
    let plist = InfoPlist(file)
    for problem in plist.problems {
      broken.expect(!problem.message.isEmpty, "a problem has a message")
    }
    for entry in (plist.permitted ?? []) + (plist.modes ?? []) {
      broken.expect(entry.offset >= 0 && entry.offset <= bytes.count, "an entry has its place in the file")
    }
    return broken.sentences
  }

  static let theme = Oracle("theme") { bytes in
    var broken = Broken()
    let text = String(decoding: bytes, as: UTF8.self)
    let (theme, problems) = Theme.parse(name: "x", text: text)
    let lines = bytes.reduce(1) { $0 + ($1 == 0x0A ? 1 : 0) }
    for problem in problems {
      broken.expect((1...lines).contains(problem.line), "a problem has the place of a line")
    }
    var canvas = Canvas(size: Size(columns: 12, rows: 1), symbols: .utf8)
    canvas.put("text", at: .zero, style: .text)
    checkText(canvas.svg(theme: theme), "a picture", &broken)
    return broken.sentences
  }

  static let configuration = Oracle("configuration") { bytes in
    var broken = Broken()
    guard let (configuration, _) = try? Configuration.read(bytes) else { return broken.sentences }
    var state = DashboardState(recording: Trace(header: emptyHeader), name: "x", size: Size(columns: 60, rows: 20))
    _ = state.apply(configuration)
    checkText(state.draw().text(), "the screen", &broken)
    let text = state.configuration.text
    checkText(text, "a saved configuration", &broken)
    do throws(TextProblem) {
      let (again, problems) = try Configuration.read(Array(text.utf8))
      broken.expect(problems.isEmpty, "a saved configuration has no problem: \(problems)")
      var other = DashboardState(recording: Trace(header: emptyHeader), name: "x", size: Size(columns: 60, rows: 20))
      let refused = other.apply(again)
      broken.expect(refused.isEmpty, "a saved configuration is taken whole: \(refused)")
      broken.expect(other.configuration.text == text, "a configuration that is saved and read is saved as the same")
    } catch {
      broken.expect(false, "a saved configuration can be read: \(error)")
    }
    return broken.sentences
  }

  private static let emptyHeader = TraceHeader(
    epoch: Epoch(microsecondsSince1970: 0, utcOffset: 0), source: .other("x"))
}
