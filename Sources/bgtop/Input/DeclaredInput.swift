internal import Diagnosis
internal import PropertyLists
internal import SchedulerModel
internal import TaskTrace

/// An input for questions: anything that the dashboard accepts, or an Info.plist.
enum DeclaredInput {
  case run(LoadedInput)
  case infoPlist(Declaration)

  static func load(_ path: String, seed: UInt64?, date: CivilTime?) throws -> DeclaredInput {
    let source = try Source.input(path)
    guard try source.contentKind() == .propertyList else {
      return .run(try LoadedInput.load(source, seed: seed, date: date))
    }
    let bytes = try source.all(limit: Limits.propertyListFile)
    do throws(PropertyListProblem) {
      return .infoPlist(Declaration(InfoPlist(try PropertyListFile(bytes))))
    } catch {
      throw LoadedInput.Failure("\(path):\(error)")
    }
  }

  /// The contents up to a time; nil means the end.
  func facts(at time: TimeReference?, _ path: String) throws -> Facts {
    switch self {
    case .run(let input): try AskedInput(input, at: time, path).facts
    case .infoPlist(let declaration): Facts(declaration)
    }
  }
}

extension LoadedInput {
  /// The scenario that a trace was made from, where the trace names it.
  static func scenario(of header: TraceHeader) -> Scenario? {
    guard case .simulation(let name, _, _, let text) = header.source else { return nil }
    guard let bytes = text.map({ Array($0.utf8) }) ?? Scenario.builtIn.first(where: { $0.name == name })?.text else {
      return nil
    }
    return try? Scenario.parse(bytes, named: name)
  }
}

extension Declaration {
  /// What an Info.plist declares, each entry with its place.
  init(_ plist: InfoPlist) {
    func place(_ offset: Int) -> String {
      switch plist.file.problem("", at: offset).place {
      case .text(let line, let column): "\(line):\(column)"
      case .byte(let byte): "byte \(byte)"
      }
    }
    func entry(_ entry: InfoPlist.Entry) -> Entry { Entry(entry.text, place: place(entry.offset)) }
    self.init(
      bundle: plist.bundle.map(entry), permitted: plist.permitted?.map(entry), modes: plist.modes?.map(entry),
      problems: plist.problems.map { problem in
        switch problem.place {
        case .text(let line, let column): Entry(problem.message, place: "\(line):\(column)")
        case .byte(let byte): Entry(problem.message, place: "byte \(byte)")
        }
      })
    // A build setting replaces an identifier that is not known here.
    if bundle?.text.hasPrefix("$") == true { bundle = nil }
  }
}
