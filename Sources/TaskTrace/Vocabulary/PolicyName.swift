/// The name of one of dasd's policies, without its last word: `BatteryLevel` for `BatteryLevelPolicy`.
///
/// The set is open: logs of other versions name policies that this one does not know.
public struct PolicyName: Hashable, Sendable, RawRepresentable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Reads a name in either form, with `Policy` at its end or without.
  public init(_ name: String) { rawValue = name.hasSuffix("Policy") ? String(name.dropLast(6)) : name }

  /// The name as separate words for display: `Battery level`.
  public var plain: String {
    // Bytes, not characters: dasd's names are ASCII, and loading the Unicode tables is slow.
    func isSmall(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
    func isCapital(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte) }
    let letters = Array(rawValue.utf8)
    var words: [[UInt8]] = []
    for (index, letter) in letters.enumerated() {
      let endsRun = index > 0 && isSmall(letters[index - 1])
      let endsCapitals = index > 0 && index + 1 < letters.count && isSmall(letters[index + 1])
      if words.isEmpty || (isCapital(letter) && (endsRun || endsCapitals)) { words.append([]) }
      words[words.count - 1].append(letter)
    }
    for index in words.indices.dropFirst() where !words[index].allSatisfy(isCapital) {
      for place in words[index].indices where isCapital(words[index][place]) { words[index][place] |= 0x20 }
    }
    return String(decoding: Array(words.joined(separator: [0x20])), as: UTF8.self)
  }

  public static let activityGroup = PolicyName(rawValue: "ActivityGroup")
  public static let activityProgress = PolicyName(rawValue: "ActivityProgress")
  public static let activityRateLimit = PolicyName(rawValue: "ActivityRateLimit")
  public static let application = PolicyName(rawValue: "Application")
  public static let batteryLevel = PolicyName(rawValue: "BatteryLevel")
  public static let bootTime = PolicyName(rawValue: "BootTime")
  public static let chargerPluggedIn = PolicyName(rawValue: "ChargerPluggedIn")
  public static let cpuUsage = PolicyName(rawValue: "CPUUsage")
  public static let dataBudget = PolicyName(rawValue: "DataBudget")
  public static let deviceActivity = PolicyName(rawValue: "DeviceActivity")
  public static let energyBudget = PolicyName(rawValue: "EnergyBudget")
  public static let fileProtection = PolicyName(rawValue: "FileProtection")
  public static let lowPowerMode = PolicyName(rawValue: "LowPowerMode")
  public static let memoryPressure = PolicyName(rawValue: "MemoryPressure")
  public static let networkQuality = PolicyName(rawValue: "NetworkQuality")
  public static let powerNap = PolicyName(rawValue: "PowerNap")
  public static let thermal = PolicyName(rawValue: "Thermal")
  public static let thunderingHerd = PolicyName(rawValue: "ThunderingHerd")
}
