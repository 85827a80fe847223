/// The members of a trace's lines while they are written: values that are nil are left out.
extension JSONWriter {
  mutating func put(_ field: TraceField, _ value: String?) { if let value { key(field, value) { $0.write($1) } } }
  mutating func put(_ field: TraceField, _ value: Bool?) { if let value { key(field, value) { $0.write($1) } } }
  mutating func put(_ field: TraceField, _ value: Int64?) { if let value { key(field, value) { $0.write($1) } } }
  mutating func put(_ field: TraceField, _ value: Double?) { if let value { key(field, value) { $0.write($1) } } }
  mutating func put(_ field: TraceField, _ value: Int?) { put(field, value.map { Int64($0) }) }
  mutating func put(_ field: TraceField, _ value: Instant?) { put(field, value?.microseconds) }
  mutating func put(_ field: TraceField, _ value: TimeSpan?) { put(field, value?.microseconds) }
  mutating func put(_ field: TraceField, _ value: Cause?) { put(field, value?.rawValue) }

  mutating func put(_ reference: TaskReference?) {
    guard let reference else { return }
    put(.task, reference.task.rawValue)
    if let activity = reference.activity { key(.activity, activity) { $0.write($1) } }
    put(.kind, reference.kind?.rawValue)
  }

  mutating func put(_ field: TraceField, strings: [String]) {
    key(field, strings) { writer, strings in
      writer.list(strings) { writer, string in writer.write(string) }
    }
  }

  mutating func put<Element>(
    _ field: TraceField, objects: [Element], _ body: (inout JSONWriter, Element) -> Void
  ) {
    key(field, objects) { writer, objects in
      writer.list(objects) { writer, element in writer.object { body(&$0, element) } }
    }
  }

  /// Writes members as they are.
  mutating func put(_ members: [JSONMember]) {
    for member in members {
      separate()
      write(member.key)
      colon()
      write(member.value)
    }
  }

  /// Writes a member of the object that is open.
  mutating func key<Value>(_ field: TraceField, _ value: Value, _ write: (inout JSONWriter, Value) -> Void) {
    separate()
    self.write(key: field.rawValue)
    write(&self, value)
  }
}

extension JSONWriter {
  /// Writes the first line of a trace.
  public mutating func write(_ header: TraceHeader) {
    object { fields in
      fields.put(.bgtop, TraceHeader.format)
      fields.put(.version, header.version)
      fields.put(.epoch, header.epoch.description)
      fields.key(.source, header.source) { $0.write($1) }
      if !header.inferred.isEmpty { fields.put(.inferred, strings: header.inferred) }
      fields.put(.end, header.end)
      fields.put(header.extra)
    }
  }

  private mutating func write(_ source: TraceHeader.Source) {
    object { fields in
      switch source {
      case .simulation(let scenario, let seed, let profile, let text):
        fields.put(.kind, "simulation")
        fields.put(.scenario, scenario)
        // A seed may need all 64 bits, which not every reader of JSON keeps in a number.
        fields.put(.seed, String(seed))
        fields.put(.profile, profile)
        fields.put(.text, text)
      case .deviceLog(let files):
        fields.put(.kind, "deviceLog")
        fields.put(.files, strings: files)
      case .other(let kind): fields.put(.kind, kind)
      }
    }
  }
}
