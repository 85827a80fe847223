import Dashboard
import SchedulerModel
import Screen
import TaskTrace
import Testing

@Suite("Drawing from the screen before") struct DrawingTests {
  @Test(arguments: [(128, 40), (127, 40), (120, 40), (80, 24), (76, 18), (60, 30), (40, 12), (30, 9), (9, 5)])
  func `a walk shows the same as redrawing each screen`(columns: Int, rows: Int) throws {
    let size = Size(columns: columns, rows: rows)
    let scenario = try #require(try Scenario.builtIn(named: "day"))
    var live = DashboardState(simulation: Simulation(scenario), name: "day", size: size)
    live.go(to: .zero + .hours(14))
    walk(&live, steps: 200, seed: UInt64(columns))
    var recording = Recordings.state(columns, rows)
    walk(&recording, steps: 200, seed: UInt64(rows))
  }

  /// Does what a user might do, mostly moving the selection.
  private func walk(_ state: inout DashboardState, steps: Int, seed: UInt64) {
    var drawing = Drawing()
    var random = Steps(seed)
    let size = state.size
    var shown = Canvas(size: Size(columns: 0, rows: 0))
    for step in 0..<steps {
      let input: Input
      switch random.below(20) {
      case 0..<11: input = .key(random.below(2) == 0 ? .down : .up)
      case 11, 12:
        let point = Point(column: random.below(size.columns), row: random.below(size.rows))
        input = .mouse(Mouse(.release(.left), at: point))
      case 13:
        state.elapse(TimeSpan(microseconds: Int64(random.below(2_000_000))))
        input = .focus(true)
      case 14 where state.simulation == nil && random.below(2) == 0:
        // News of the same instant: nothing but the trace is different.
        let thermal = ThermalState(rawValue: random.below(4)) ?? .nominal
        state.follow([TraceEvent(state.edge, .condition(.thermal(thermal)))])
        input = .focus(true)
      case 14 where random.below(8) == 0:
        let columns = size.columns + random.below(5)
        input = .resize(Size(columns: columns, rows: size.rows + random.below(3)))
      default:
        let keys = KeyTable.bindings[random.below(KeyTable.bindings.count)].keys
        input = .key(keys[0])
      }
      _ = state.reduce(input)
      let (reused, anew) = (drawing.draw(state), state.draw())
      // A terminal that reads only the changes, and not after every step, shows the same.
      if step % 3 != 0 || shown.size != reused.size {
        expectChanges(of: reused, after: shown, step)
        shown = reused
        drawing.canvas.forgetChanges()
      }
      guard reused == anew else {
        let lines = zip(reused.lines, anew.lines).filter { $0 != $1 }.prefix(3).map { "\n  \($0)\n  \($1)" }
        Issue.record(
          "step \(step), after \(input), cursors \(reused.cursor as Any), \(anew.cursor as Any)\(lines.joined())")
        return
      }
    }
  }

  private func expectChanges(of canvas: Canvas, after shown: Canvas, _ step: Int) {
    guard canvas.size == shown.size else {
      #expect(canvas.changes.allSatisfy { $0 == 0..<canvas.size.columns })
      return
    }
    for (row, changes) in canvas.changes.enumerated() {
      let missed = (0..<canvas.size.columns).filter {
        !changes.contains($0) && canvas[column: $0, row: row] != shown[column: $0, row: row]
      }
      #expect(missed == [], "step \(step), row \(row)")
    }
  }

  /// The steps of a walk, the same on every machine.
  private struct Steps {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 2 &+ 1 }

    mutating func below(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % max(1, limit)
    }
  }
}
