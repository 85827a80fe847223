/// The place of something in a table: a number of a type of its own, so that the place of an app is never taken for the
/// place of a task.
protocol TableIndex: Strideable, Hashable, Sendable where Stride == Int {
  var rawValue: Int { get }
  init(_ rawValue: Int)
}

extension TableIndex {
  func distance(to other: Self) -> Int { other.rawValue - rawValue }
  func advanced(by count: Int) -> Self { Self(rawValue + count) }
  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The place of an app among the apps of a scenario, in its order.
struct AppIndex: TableIndex {
  let rawValue: Int
  init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// The place of a task among the tasks of all apps; those of one app stand together (``AppRuntime/tasks``).
struct TaskIndex: TableIndex {
  let rawValue: Int
  init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// The place of a transfer among the transfers of all apps.
struct TransferIndex: TableIndex {
  let rawValue: Int
  init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// An array that takes one kind of index and no other.
struct Table<Index: TableIndex, Element: Sendable>: RandomAccessCollection, MutableCollection, Sendable {
  private var elements: [Element]

  init(_ elements: [Element]) { self.elements = elements }

  /// As many equal elements as another table has.
  init<Other>(repeating element: Element, like other: Table<Index, Other>) {
    elements = [Element](repeating: element, count: other.count)
  }

  var startIndex: Index { Index(0) }
  var endIndex: Index { Index(elements.count) }
  var count: Int { elements.count }
  var indices: Range<Index> { startIndex..<endIndex }

  subscript(index: Index) -> Element {
    _read { yield elements[index.rawValue] }
    _modify { yield &elements[index.rawValue] }
  }

  func makeIterator() -> [Element].Iterator { elements.makeIterator() }
}

extension Table: Equatable where Element: Equatable {}
extension Table: Hashable where Element: Hashable {}
