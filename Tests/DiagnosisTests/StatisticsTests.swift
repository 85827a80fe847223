import Diagnosis
import SchedulerModel
import TaskTrace
import Testing

@Suite("Statistics") struct StatisticsTests {
  @Test func `percentiles are nearest ranks, and bars hold every value once`() {
    let lengths = Distribution((1...10).map { TimeSpan.minutes($0) })
    #expect(lengths.percentile(0) == .minutes(1))
    #expect(lengths.median == .minutes(5))
    #expect(lengths.percentile(0.9) == .minutes(9))
    #expect(lengths.percentile(1) == .minutes(10))
    #expect(lengths.histogram.reduce(0, +) == 10)
    #expect(lengths.histogram[Distribution.bounds.firstIndex(of: .minutes(5)) ?? 0] == 4)
    #expect(Distribution([]).median == nil)
  }

  @Test func `manual launches are counted and excluded from the rest (rule N2)`() throws {
    let scenario = try #require(try Scenario.builtIn(named: "ends"))
    var simulation = Simulation(scenario)
    var events: [TraceEvent] = []
    simulation.advance(to: .zero + scenario.length, into: &events)
    let trace = Trace(header: simulation.header, events: events)
    let statistics = Statistics(History(trace), use: trace.lanes.deviceUse, from: .zero)
    #expect(statistics.tasks.reduce(0) { $0 + $1.forced } == 12)
    #expect(statistics.tasks.allSatisfy { $0.lengths.count == 0 && $0.outcomes.isEmpty && $0.waits.count == 0 })
    #expect(statistics.launches.joined().reduce(0, +) == 0)
  }

  private func statistics(days: Int64) throws -> (statistics: Statistics, trace: Trace) {
    let scenario = try #require(try Scenario.builtIn(named: "day"))
    var simulation = Simulation(scenario)
    var events: [TraceEvent] = []
    simulation.advance(to: .zero + .days(days), into: &events)
    var trace = Trace(header: simulation.header, events: events)
    trace.extend(to: simulation.now)
    return (Statistics(History(trace), use: trace.lanes.deviceUse, from: .zero), trace)
  }

  @Test func `the numbers of a week are those that its events give`() throws {
    let (statistics, trace) = try statistics(days: 7)
    for task in statistics.tasks {
      var submitted: [Instant] = []
      var started: [Instant] = []
      for traced in trace.events {
        switch traced.event {
        case .submitted(let reference, _) where reference.task == task.task: submitted.append(traced.at)
        case .started(let reference, _) where reference.task == task.task: started.append(traced.at)
        default: break
        }
      }
      #expect(task.requests == submitted.count)
      #expect(task.runs == started.count)
      let gaps = zip(started.dropFirst(), started).map { $0 - $1 }
      #expect(task.intervals == Distribution(gaps))
      #expect(task.outcomes.reduce(0) { $0 + $1.count } <= task.runs)
    }
    #expect(statistics.launches.joined().reduce(0, +) == statistics.tasks.reduce(0) { $0 + $1.runs })
  }

  @Test func `use is known for every hour of a whole week, and adds up to the time in use`() throws {
    let (statistics, trace) = try statistics(days: 7)
    var seconds = 0.0
    let changes = trace.lanes.deviceUse.changes(from: .zero, to: .zero + .days(7))
    for (index, change) in zip(changes.indices, changes) where change.value == true {
      let until = index + 1 < changes.endIndex ? changes[index + 1].at : .zero + .days(7)
      seconds += (until - change.at).seconds
    }
    #expect(statistics.usage.joined().allSatisfy { $0 != nil })
    let sum = statistics.usage.joined().reduce(0.0) { $0 + ($1 ?? 0) * 3_600 }
    #expect(abs(sum - seconds) < 1)
    // The scenario begins on a Monday at seven: at six, no one has been observed for half a day.
    let (short, _) = try self.statistics(days: 0)
    #expect(short.usage.joined().allSatisfy { $0 == nil })
  }
}
