import BuiltInThemes
import Foundation
import Screen
import Testing

@Suite("Themes")
struct ThemeTests {
  @Test func `every notation of btop`() {
    let text = """
      # a comment
      theme[main_fg]="#aabbcc"
        theme[title] = '#80'   # grey
      theme[hi_fg]=#c1c2c3
      theme[selected_bg]="10 20 30"\r
      theme[main_bg]=""
      theme[cpu_start]="#000000"
      theme[cpu_mid]=""
      theme[cpu_end]="#f0f0f0"
      """
    let (theme, problems) = Theme.parse(name: "test", text: text)
    #expect(problems.isEmpty)
    #expect(theme.resolve(.role(.text)) == RGB(0xAABBCC))
    #expect(theme.resolve(.role(.title)) == RGB(0x808080))
    #expect(theme.resolve(.role(.highlight)) == RGB(0xC1C2C3))
    #expect(theme.resolve(.role(.selectedBackground)) == RGB(10, 20, 30))
    #expect(theme.resolve(.role(.background)) == nil)
    #expect(theme.resolve(.gradient(.cpu, step: 0)) == RGB(0))
    #expect(theme.resolve(.gradient(.cpu, step: 15)) == RGB(0xF0F0F0))
    #expect(theme.resolve(.gradient(.cpu, step: 5)) == RGB(80, 80, 80))
  }

  @Test func `faults are reported with their line and skipped`() {
    let text = """
      theme[main_fg]="#aabbcc"
      theme[nonesuch]="#aabbcc"
      theme[title]="#aabbc"
      theme[title]="300 0 0"
      theme[title]="#aabbcc
      main_fg=#000000
      theme[title] "#aabbcc"
      theme[title]="#+a+b+c"
      """
    let (theme, problems) = Theme.parse(name: "test", text: text)
    #expect(
      problems.map(\.description) == [
        "line 2: unknown key 'nonesuch'", "line 3: '#aabbc' is not a color: #rrggbb, #gg or 'R G B'",
        "line 4: '300 0 0' is not a color: #rrggbb, #gg or 'R G B'", "line 5: the quote is not closed",
        "line 6: expected theme[key]=\"value\"", "line 7: expected '=' after theme[title]",
        "line 8: '#+a+b+c' is not a color: #rrggbb, #gg or 'R G B'",
      ])
    #expect(theme.resolve(.role(.text)) == RGB(0xAABBCC))
    #expect(theme.resolve(.role(.title)) == RGB(0xAABBCC), "the nearest key of the same theme stands in")
  }

  @Test func `hostile files do no harm`() {
    for text in [
      "", "\u{FEFF}theme[main_fg]=\"#ffffff\"", "theme[", "theme[]=", "]=[theme", "\0\0\0", "theme[main_fg]=\u{1B}[2J",
    ] {
      let (theme, problems) = Theme.parse(name: "", text: text)
      #expect(problems.count <= 1)
      #expect(theme.resolve(.role(.bad)) != nil)
    }
  }

  @Test(arguments: BuiltInThemes.all.map(\.name))
  func `shipped themes are whole`(name: String) throws {
    let text = try #require(BuiltInThemes.all.first { $0.name == name }?.text)
    let (theme, problems) = Theme.parse(name: name, text: text)
    #expect(problems.isEmpty)
    for role in Role.allCases where role != .background { #expect(theme.resolve(.role(role)) != nil) }
    #expect(theme.name == name)
  }

  @Test func `the theme in code is the shipped dark one`() throws {
    let dark = try #require(BuiltInThemes.all.first)
    var theme = Theme.parse(name: dark.name, text: dark.text).theme
    theme.name = Theme.fallback.name
    #expect(theme == Theme.fallback)
  }

  /// What is read as text, and what only accompanies it.
  private static let primary: [Role] = [.text, .title, .selected, .good, .warning, .bad, .info, .now, .highlight]
  private static let accompanying: [Role] = [
    .secondary, .inactive, .unknown, .refresh, .processing, .continued, .push, .transfer,
  ]
  private static let badges: [(Role, Role)] = [
    (.badgeText, .badgeLive), (.badgeText, .badgePaused), (.badgeText, .badgePast), (.badgeText, .badgeReplay),
    (.keyText, .key), (.selected, .selectedBackground), (.text, .selectedBackground),
  ]

  @Test(arguments: BuiltInThemes.all.map(\.name), [ColorDepth.truecolor, .colors256, .colors16])
  func `shipped themes can be read`(name: String, depth: ColorDepth) throws {
    let text = try #require(BuiltInThemes.all.first { $0.name == name }?.text)
    let theme = Theme.parse(name: name, text: text).theme
    func contrast(_ style: Style) -> Double {
      let appearance = theme.appearance(of: style, depth: depth)
      return color(appearance.foreground, theme).contrast(with: color(appearance.background, theme))
    }
    for role in Self.primary { #expect(contrast(Style(role)) >= 4.5, "\(role)") }
    for role in Self.accompanying { #expect(contrast(Style(role)) >= 3, "\(role)") }
    for (role, behind) in Self.badges { #expect(contrast(Style(role).on(behind)) >= 4.5, "\(role) on \(behind)") }
    #expect(
      theme.appearance(of: Style(.text), depth: depth)
        != theme.appearance(of: Style(.text).on(.selectedBackground), depth: depth))
    for role in [Role.good, .bad, .warning, .secondary] {
      #expect(contrast(Style(role).on(.selectedBackground)) >= 3, "\(role) selected")
    }
  }

  /// The three kinds of color blindness, as matrices over linear red, green, and blue (Machado, Oliveira and Fernandes
  /// 2009, full strength).
  private static let blindness: [(name: String, rows: [[Double]])] = [
    (
      "protanopia",
      [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    (
      "deuteranopia",
      [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]]
    ),
    (
      "tritanopia",
      [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
  ]

  /// A color as seen by someone who lacks one kind of cones.
  private func seen(_ color: RGB, _ rows: [[Double]]) -> RGB {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let parts = [linear(color.red), linear(color.green), linear(color.blue)]
    func mixed(_ row: [Double]) -> UInt8 {
      let sum = row[0] * parts[0] + row[1] * parts[1] + row[2] * parts[2]
      let value = min(1, max(0, sum))
      let encoded: Double = value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055
      return UInt8((255 * encoded).rounded())
    }
    return RGB(mixed(rows[0]), mixed(rows[1]), mixed(rows[2]))
  }

  /// The minimum distance between good, warning, and bad in every kind of vision, in OKLab, where 0.02 is barely
  /// visible. Nothing is conveyed by color alone; the distance is much greater in the themes for color-blind users.
  private static func minDistance(_ name: String, _ depth: ColorDepth) -> Double {
    // On a light page, sixteen colors include one that is dark and warm: it is used for warning and for bad.
    if name.hasSuffix("light"), depth == .colors16 { return 0 }
    return name.hasPrefix("colorblind") ? 0.1 : 0.02
  }

  @Test(arguments: BuiltInThemes.all.map(\.name), [ColorDepth.truecolor, .colors256, .colors16])
  func `good, warning, and bad stay distinguishable for color-blind users`(name: String, depth: ColorDepth) throws {
    let text = try #require(BuiltInThemes.all.first { $0.name == name }?.text)
    let theme = Theme.parse(name: name, text: text).theme
    let roles = [Role.good, .warning, .bad]
    let colors = roles.map { color(theme.appearance(of: Style($0), depth: depth).foreground, theme) }
    let bold = roles.map { theme.appearance(of: Style($0), depth: depth).attributes }
    for (kind, rows) in Self.blindness {
      let seen = colors.map { self.seen($0, rows) }
      for (one, other) in [(0, 1), (0, 2), (1, 2)] where bold[one] == bold[other] {
        let distance = seen[one].distance(to: seen[other]).squareRoot()
        #expect(
          distance >= Self.minDistance(name, depth), "\(kind), \(roles[one]) and \(roles[other]): \(distance)")
      }
    }
  }

  @Test func `text in an unreadable color is moved away from the page, and no further than needed`() {
    let text = "theme[main_bg]=\"#ffffff\"\ntheme[main_fg]=\"#202020\"\ntheme[hi_fg]=\"#ffff80\"\ntheme[temp_mid]=\"\""
    let theme = Theme.parse(name: "pale", text: text).theme
    let page = RGB(0xFF_FFFF)
    for role in Self.primary {
      #expect(theme.resolve(.role(role)).map { $0.contrast(with: page) >= 3 } == true, "\(role)")
    }
    #expect(theme.resolve(.role(.highlight)).map { $0.contrast(with: page) < 4 } == true)
    #expect(theme.resolve(.role(.text)) == RGB(0x20_2020))
  }

  /// Where Debian's btop package puts its themes.
  private static let btopThemes = "/usr/share/btop/themes"

  @Test(.enabled(if: FileManager.default.fileExists(atPath: btopThemes)))
  func `every theme of btop loads whole and can be read`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.btopThemes).filter { $0.hasSuffix(".theme") }
    #expect(!names.isEmpty)
    for name in names {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(Self.btopThemes)/\(name)"))
      let (theme, problems) = Theme.parse(name: name, text: String(decoding: data, as: UTF8.self))
      #expect(problems.isEmpty, "\(name): \(problems)")
      for depth in [ColorDepth.truecolor, .colors256, .colors16] {
        for role in [Role.text, .title, .good, .warning, .bad, .info, .highlight] {
          let appearance = theme.appearance(of: Style(role), depth: depth)
          let contrast = color(appearance.foreground, theme).contrast(with: color(appearance.background, theme))
          #expect(contrast >= 3, "\(name), \(depth): \(role) has \(contrast)")
        }
      }
    }
  }

  @Test func `high contrast is high`() throws {
    let text = try #require(BuiltInThemes.all.first { $0.name == "high-contrast" }?.text)
    let theme = Theme.parse(name: "high-contrast", text: text).theme
    for role in Self.primary + [.secondary] {
      let appearance = theme.appearance(of: Style(role), depth: .truecolor)
      #expect(color(appearance.foreground, theme).contrast(with: color(appearance.background, theme)) >= 7, "\(role)")
    }
  }

  private func color(_ color: TerminalColor, _ theme: Theme) -> RGB {
    switch color {
    case .standard: theme.page
    case .palette(let number): Palette.color(number)
    case .rgb(let rgb): rgb
    }
  }

  @Test func `without colors the important things still stand out`() {
    let plain = Theme.attributesWithoutColor(of: .text)
    for style in [Style.keyCap, .badge(.badgeLive), Style(.title), Style(.bad), Style(.text).on(.selectedBackground)] {
      #expect(Theme.attributesWithoutColor(of: style) != plain)
    }
    let appearance = Theme.fallback.appearance(of: .badge(.badgePast), depth: .none)
    #expect(
      appearance.foreground == .standard && appearance.background == .standard
        && appearance.attributes.contains(.reverse))
  }
}
