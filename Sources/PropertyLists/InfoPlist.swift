/// What an app's Info.plist declares about background work, each with its position for use in reports.
public struct InfoPlist: Hashable, Sendable {
  /// A text of the file and the bytes before it.
  public struct Entry: Hashable, Sendable {
    public var text: String
    public var offset: Int
  }

  public let file: PropertyListFile
  /// `CFBundleIdentifier`.
  public private(set) var bundle: Entry?
  /// `BGTaskSchedulerPermittedIdentifiers`; nil if the key is missing.
  public private(set) var permitted: [Entry]?
  /// `UIBackgroundModes`; nil if the key is missing.
  public private(set) var modes: [Entry]?
  /// Keys that are there and not of the type that the system wants, in the order of the file.
  public private(set) var problems: [PropertyListProblem] = []

  public static let bundleKey = "CFBundleIdentifier"
  public static let permittedKey = "BGTaskSchedulerPermittedIdentifiers"
  public static let modesKey = "UIBackgroundModes"

  /// Reads the keys from a property list. Complexity: O(members).
  ///
  /// A value of a wrong type becomes a problem and is omitted, as the system omits it; the rest is kept.
  public init(_ file: PropertyListFile) {
    self.file = file
    guard let members = file.root.dictionary else {
      problems.append(file.problem("an Info.plist is a dictionary, not \(file.root.typeName)", at: file.root.offset))
      return
    }
    var seen: Set<String> = []
    for member in members {
      guard seen.insert(member.key).inserted else {
        problems.append(file.problem("\"\(member.key)\" appears twice", at: member.offset))
        continue
      }
      switch member.key {
      case Self.bundleKey: bundle = entry(member.value, "\"\(member.key)\"")
      case Self.permittedKey: permitted = entries(member)
      case Self.modesKey: modes = entries(member)
      default: break
      }
    }
  }

  private mutating func entries(_ member: PropertyList.Member) -> [Entry] {
    guard let values = member.value.array else {
      let message = "\"\(member.key)\" should be an array of strings, not \(member.value.typeName)"
      problems.append(file.problem(message, at: member.value.offset))
      return []
    }
    return values.compactMap { entry($0, "an entry of \"\(member.key)\"") }
  }

  private mutating func entry(_ value: PropertyList, _ what: String) -> Entry? {
    guard let text = value.string else {
      problems.append(file.problem("\(what) should be a string, not \(value.typeName)", at: value.offset))
      return nil
    }
    return Entry(text: text, offset: value.offset)
  }
}
