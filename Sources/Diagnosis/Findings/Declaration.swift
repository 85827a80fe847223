public import SchedulerModel
internal import TaskTrace

/// What an app declares about its background work, and what is known about its code.
public struct Declaration: Hashable, Sendable {
  /// A text, and its place in the file that holds it: `7:12`, or `byte 120`.
  public struct Entry: Hashable, Sendable {
    public var text: String
    public var place: String?

    public init(_ text: String, place: String? = nil) { (self.text, self.place) = (text, place) }
  }

  public var bundle: Entry?
  /// `BGTaskSchedulerPermittedIdentifiers`; nil if the key is missing.
  public var permitted: [Entry]?
  /// `UIBackgroundModes`; nil if the key is missing.
  public var modes: [Entry]?
  /// Keys that are not of the type that the system wants.
  public var problems: [Entry] = []
  /// What the app does, according to a scenario; nil for a bare Info.plist.
  public var app: AppSetup?
  private var places = ScenarioPlaces()

  public init(bundle: Entry?, permitted: [Entry]?, modes: [Entry]?, problems: [Entry] = []) {
    (self.bundle, self.permitted, self.modes, self.problems) = (bundle, permitted, modes, problems)
  }

  /// What an app of a scenario declares and does.
  public init(_ app: AppSetup, at places: ScenarioPlaces = ScenarioPlaces()) {
    func entries(_ texts: [String], _ list: String) -> [Entry] {
      texts.map { Entry($0, place: places.entry($0, in: list, of: app.bundle)?.description) }
    }
    self.init(
      bundle: Entry(app.bundle, place: places.app(app.bundle)?.description),
      permitted: entries(app.permitted, "permitted"), modes: entries(app.modes, "modes"))
    (self.app, self.places) = (app, places)
  }

  /// The position of a mistake that has no entry: where the task, or else the app, is named.
  func place(of task: TaskIdentifier?) -> String? {
    (task.flatMap(places.task) ?? bundle.flatMap { places.app($0.text) })?.description
  }

  /// The values of `UIBackgroundModes` that Apple documents.
  public static let knownModes = [
    "audio", "bluetooth-central", "bluetooth-peripheral", "external-accessory", "fetch", "location",
    "nearby-interaction",
    "network-authentication", "newsstand-content", "processing", "push-to-talk", "remote-notification", "voip",
  ]

  /// The mode that an unknown one was probably meant to be: the nearest, or one that it contains.
  static func meant(by text: String) -> String? {
    nearestName(to: text, among: knownModes) ?? knownModes.first { text.lowercased().holds($0) }
  }

  var modeNames: [String] { (modes ?? []).map(\.text) }

  /// The tasks that need an entry of their own: what the system creates for pushes and fetches needs none.
  var tasks: [TaskSetup] {
    (app?.tasks ?? []).filter { $0.kind != .push && $0.kind != .fetch && $0.kind != .activity }
  }

  /// The entry that permits a task: byte for byte, or a final `.*` for continued tasks (rules A1, A4).
  func permits(_ task: TaskSetup) -> Bool {
    (permitted ?? []).contains { entry in
      if entry.text.utf8.elementsEqual(task.id.rawValue.utf8) { return true }
      guard task.kind == .continued, entry.text.hasSuffix(".*") else { return false }
      return task.id.rawValue.utf8.starts(with: entry.text.utf8.dropLast())
    }
  }
}

extension Declaration {
  /// The mode that a kind of task needs (rules A2, A3); nil for none.
  static func mode(for kind: TaskKind) -> String? {
    switch kind {
    case .refresh, .fetch: "fetch"
    case .processing, .healthResearch: "processing"
    case .push: "remote-notification"
    case .continued, .activity: nil
    }
  }

  /// The keys of the Info.plist as they should be, to be pasted between `<dict>` and `</dict>`.
  ///
  /// Unusable entries are omitted; what is missing is added as far as it can be known.
  public var correctedInfoPlist: String {
    var identifiers: [String] = []
    // Those that are there, as they are and in lowercase.
    var (known, folded): (Set<String>, Set<String>) = ([], [])
    func add(_ text: String) {
      guard !text.isEmpty, known.insert(text).inserted else { return }
      folded.insert(text.lowercased())
      identifiers.append(text)
    }
    let ids = tasks.map(\.id.rawValue)
    for entry in permitted ?? [] {
      let text = entry.text.trimmed
      guard !text.hasPrefix("com.apple."), text.utf8.count < Check.maxIdentifierLength else { continue }
      // Of two spellings that differ only in case, the one in the code is kept.
      let meant = ids.contains(text) ? text : ids.first { $0.lowercased() == text.lowercased() } ?? text
      if !folded.contains(meant.lowercased()) { add(Check.correctedWildcard(meant, self)) }
    }
    for task in tasks where !permits(task) { add(task.id.rawValue) }
    var wanted: [String] = []
    for mode in modeNames + neededModes {
      let corrected = Self.knownModes.contains(mode) ? mode : Self.meant(by: mode)
      if let corrected, !wanted.contains(corrected) { wanted.append(corrected) }
    }
    if identifiers.isEmpty, wanted.contains("processing") || wanted.contains("fetch") {
      identifiers = ["$(PRODUCT_BUNDLE_IDENTIFIER).refresh"]
    }
    return Self.list("BGTaskSchedulerPermittedIdentifiers", identifiers) + Self.list("UIBackgroundModes", wanted)
  }

  /// The modes that the tasks need; if the tasks are unknown, those that need identifiers.
  private var neededModes: [String] {
    guard let app else {
      let hasBoth = modeNames.contains { Self.meant(by: $0) == "fetch" || Self.meant(by: $0) == "processing" }
      let plain = (permitted ?? []).contains { !$0.text.hasSuffix("*") }
      return hasBoth || !plain ? [] : ["fetch", "processing"]
    }
    var kinds = app.tasks.map(\.kind)
    if app.push != nil { kinds.append(.push) }
    return kinds.compactMap(Self.mode)
  }

  static func list(_ key: String, _ texts: [String]) -> String {
    guard !texts.isEmpty else { return "" }
    let items = texts.map { "    <string>\(escaped($0))</string>\n" }.joined()
    return "<key>\(key)</key>\n<array>\n\(items)</array>\n"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
    return result
  }
}

extension String {
  /// The text without whitespace at its ends.
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start[..<(start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex)])
  }
}
