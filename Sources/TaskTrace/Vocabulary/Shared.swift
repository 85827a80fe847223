/// A value stored separately, which copies share.
///
/// A log repeats the same few things: a value that was read once takes one word wherever it is repeated.
indirect enum Shared<Value> {
  case place(Value)

  init(_ value: Value) { self = .place(value) }

  var value: Value {
    switch self {
    case .place(let value): value
    }
  }
}

extension Shared: Equatable where Value: Equatable {}
extension Shared: Hashable where Value: Hashable {}
extension Shared: Sendable where Value: Sendable {}
