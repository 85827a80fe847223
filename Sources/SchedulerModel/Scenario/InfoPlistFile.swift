internal import TaskTrace

extension Scenario {
  /// The result of reading an Info.plist that a scenario names: the caller that has access to files reads it.
  public enum InfoPlistFile: Hashable, Sendable {
    /// What it declares; a key that is missing declares nothing.
    case declares(permitted: [String], modes: [String])
    /// Why nothing could be read, each with its place.
    case unreadable([String])
  }

  /// The paths of the Info.plists that a scenario's apps name, each once; none if the text is not JSON5.
  ///
  /// Complexity: O(bytes).
  public static func infoPlistPaths(in bytes: [UInt8]) -> [String] {
    // Most scenarios name none, and need not be read twice.
    let key = Array("infoPlist".utf8)
    let first = bytes.indices.first { bytes[$0] == key[0] && bytes[$0...].starts(with: key) }
    guard first != nil, let apps = try? JSONReader.read(bytes, dialect: .json5)["apps"]?.array
    else { return [] }
    var paths: [String] = []
    for path in apps.prefix(maxApps).compactMap({ $0["infoPlist"]?.string }) where !paths.contains(path) {
      paths.append(path)
    }
    return paths
  }
}

extension ScenarioReader {
  private static let permittedKey = "BGTaskSchedulerPermittedIdentifiers"
  private static let modesKey = "UIBackgroundModes"

  /// `infoPlist`: the path of a file, or its keys themselves.
  mutating func readInfoPlist(_ value: JSONValue, of app: inout AppSetup, _ fields: Fields) {
    for key in ["permitted", "modes"] {
      if let stray = fields[key] { report("\"infoPlist\" already defines \"\(key)\"", at: stray.offset) }
    }
    guard value.string != nil else {
      guard let inner = object(value, "infoPlist", keys: [Self.permittedKey, Self.modesKey]) else { return }
      app.permitted = permitted(identifiers(inner, Self.permittedKey) ?? [], app.bundle, at: value.offset)
      app.modes = identifiers(inner, Self.modesKey) ?? []
      return
    }
    guard let path = text(value, "infoPlist", limit: 1_000) else { return }
    switch infoPlists[path] {
    case .declares(let permitted, let modes):
      app.permitted = self.permitted(permitted, app.bundle, at: value.offset)
      app.modes = modes.compactMap { identifier(JSONValue(.string($0), offset: value.offset), Self.modesKey) }
      inline(app, for: value)
    case .unreadable(let reasons): for reason in reasons { report(reason, at: value.offset) }
    case nil:
      report("files cannot be read here: include the keys of \"\(Self.visible(path))\" inline", at: value.offset)
    }
  }

  /// The identifiers of an Info.plist, in which Xcode's setting may replace the bundle identifier.
  private mutating func permitted(_ identifiers: [String], _ bundle: String, at offset: Int) -> [String] {
    var permitted: [String] = []
    for identifier in identifiers {
      var text = Substring(identifier)
      for setting in ["$(PRODUCT_BUNDLE_IDENTIFIER)", "${PRODUCT_BUNDLE_IDENTIFIER}"] where text.hasPrefix(setting) {
        text = bundle + text.dropFirst(setting.count)
      }
      if text.hasPrefix("$(") || text.hasPrefix("${") {
        report("\"\(Self.visible(identifier))\" contains a build setting: use the built app's Info.plist", at: offset)
      } else if let read = self.identifier(JSONValue(.string(String(text)), offset: offset), Self.permittedKey) {
        permitted.append(read)
      }
    }
    return permitted
  }

  /// A trace must contain everything that its run depended on, so its header has the keys in place of the path.
  private mutating func inline(_ app: AppSetup, for value: JSONValue) {
    func list(_ texts: [String]) -> JSONValue { JSONValue(.array(texts.map { JSONValue(.string($0)) })) }
    let keys = [JSONMember(Self.permittedKey, list(app.permitted)), JSONMember(Self.modesKey, list(app.modes))]
    var end = value.offset + 1
    while end < bytes.count, bytes[end] != bytes[value.offset] { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    replacements.append((value.offset..<min(end + 1, bytes.count), Array(JSONValue(.object(keys)).text.utf8)))
  }

  /// The scenario's text with everything that was read from other files in it.
  var wholeText: String {
    var (text, rest) = ([UInt8](), 0)
    for (range, replacement) in replacements where range.lowerBound >= rest {
      text += bytes[rest..<range.lowerBound] + replacement
      rest = range.upperBound
    }
    return String(decoding: text + bytes[rest...], as: UTF8.self)
  }
}
