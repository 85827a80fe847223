import SchedulerModel
import TaskTrace
import Testing

@Suite("The engine: numbers, order, power")
struct EngineTests {
  @Test("The first outputs of seed 1 never change")
  func pins() {
    var generator = SeededGenerator(seed: 1)
    let first = (0..<4).map { _ in generator.next() }
    #expect(
      first == [
        12_966_619_160_104_079_557, 9_600_361_134_598_540_522, 10_590_380_919_521_690_900, 7_218_738_570_589_545_383,
      ])
    var stream = SeededGenerator(seed: 7, stream: .habit, 3, 20_600)
    #expect(stream.draw(below: 1_000) == 506)
  }

  @Test("A draw below a bound stays below it and reaches every value")
  func bounds() {
    var generator = SeededGenerator(seed: 3)
    var seen = [Int](repeating: 0, count: 7)
    for _ in 0..<7_000 { seen[Int(generator.draw(below: 7))] += 1 }
    #expect(seen.allSatisfy { (850...1_150).contains($0) })
    for _ in 0..<1_000 { #expect((-5...5).contains(generator.draw(in: -5...5))) }
    for _ in 0..<1_000 { #expect((0..<1).contains(generator.fraction())) }
  }

  @Test("Streams are independent of each other and of the order of use")
  func streams() {
    var a = SeededGenerator(seed: 1, stream: .habit, 0, 5)
    var b = SeededGenerator(seed: 1, stream: .timeline, 0, 5)
    var c = SeededGenerator(seed: 1, stream: .habit, 1, 5)
    var again = SeededGenerator(seed: 1, stream: .habit, 0, 5)
    let first = a.next()
    #expect(first != b.next())
    #expect(first != c.next())
    #expect(first == again.next())
  }

  @Test("Entries of one instant come out in the order in which they were inserted")
  func ties() {
    var queue = EventQueue<Int>()
    for number in 0..<50 { queue.insert(number, at: Instant(microseconds: Int64(number % 3))) }
    var order: [Int] = []
    while let next = queue.popNext() { order.append(next.payload) }
    #expect(
      order == (0..<50).filter { $0 % 3 == 0 } + (0..<50).filter { $0 % 3 == 1 } + (0..<50).filter { $0 % 3 == 2 })
  }

  @Test("Removal always returns the earliest entry, whatever was inserted in between")
  func heap() {
    var generator = SeededGenerator(seed: 9)
    var queue = EventQueue<Int>()
    var last = Instant.zero
    for turn in 0..<5_000 {
      queue.insert(turn, at: last + TimeSpan(microseconds: generator.draw(in: 0...100)))
      if generator.chance(1, in: 2), let next = queue.popNext() {
        #expect(next.at >= last)
        last = next.at
      }
    }
    while let next = queue.popNext() {
      #expect(next.at >= last)
      last = next.at
    }
    #expect(queue.isEmpty)
  }

  @Test("Replacing the next thing is taking it out and putting another in")
  func replacing() {
    var (a, b) = (EventQueue<Int>(), EventQueue<Int>())
    for clock in 0..<100 {
      a.insert(clock, at: Instant(microseconds: Int64(10 + clock % 7)))
      b.insert(clock, at: Instant(microseconds: Int64(10 + clock % 7)))
    }
    for _ in 0..<3_000 {
      guard let next = a.next, let other = b.popNext() else { break }
      #expect(next.at == other.at && next.payload == other.payload)
      a.replaceNext(with: next.payload, at: next.at + TimeSpan(microseconds: Int64(10 + next.payload % 7)))
      b.insert(other.payload, at: other.at + TimeSpan(microseconds: Int64(10 + other.payload % 7)))
    }
  }

  /// True values, computed with fifty digits elsewhere.
  static let powers: [(base: Double, exponent: Double, value: Double)] = [
    (16.0 / 90, 0.4, 0.5011306771686751), (0.5, 0.4, 0.757858283255199), (0.001, 0.4, 0.06309573444801932),
    (0.9, 1.2, 0.8812335261248792), (0.25, 0.5, 0.5), (0.75, 1.35, 0.678160836085047),
    (0.1, 1.7, 0.0199526231496888), (0.99, 0.4, 0.9959879355809816),
  ]

  @Test("Power is right to twelve digits", arguments: 0..<8)
  func power(_ row: Int) {
    let (base, exponent, value) = Self.powers[row]
    #expect((SchedulerModel.power(base, exponent) / value - 1).magnitude < 1e-12)
  }

  @Test("A power and its inverse give the base back, over the whole range")
  func inverse() {
    for step in 1...999 {
      let base = Double(step) / 1_000
      #expect((SchedulerModel.power(SchedulerModel.power(base, 0.4), 2.5) / base - 1).magnitude < 1e-12)
      let root = SchedulerModel.power(base, 0.5)
      #expect((root * root / base - 1).magnitude < 1e-12)
    }
    #expect(SchedulerModel.power(0, 0.4) == 0)
    #expect(SchedulerModel.power(1, 0.4) == 1)
  }
}
