/// A value in a place of its own, which copies share.
///
/// A log says the same few things over and over: what is read once then takes one word wherever it is told again.
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
