/// The index of an entry in a table, with a type of its own, so that the index of an app cannot be mistaken for the
/// index of a task.
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

/// The index of a task among the tasks of all apps; the tasks of one app are contiguous (``AppRuntime/tasks``).
struct TaskIndex: TableIndex {
  let rawValue: Int
  init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// The place of a transfer among the transfers of all apps.
struct TransferIndex: TableIndex {
  let rawValue: Int
  init(_ rawValue: Int) { self.rawValue = rawValue }
}

/// An array that accepts only one kind of index.
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
