import BuiltInThemes
import Screen
import Testing

@Suite("Themes")
struct ThemeTests {
  @Test func `every notation of btop`() {
    let text = """
      # a comment
      theme[main_fg]="#aabbcc"
        theme[title] = '#80'   # grey
      theme[hi_fg]=#010203
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
    #expect(theme.resolve(.role(.highlight)) == RGB(0x010203))
    #expect(theme.resolve(.role(.selectedBackground)) == RGB(10, 20, 30))
    #expect(theme.resolve(.role(.background)) == nil)
    #expect(theme.resolve(.gradient(.cpu, step: 0)) == RGB(0))
    #expect(theme.resolve(.gradient(.cpu, step: 15)) == RGB(0xF0F0F0))
    #expect(theme.resolve(.gradient(.cpu, step: 5)) == RGB(80, 80, 80))
  }

  @Test func `faults are told with their line and passed over`() {
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
        "line 2: there is no key 'nonesuch'", "line 3: '#aabbc' is no colour: #rrggbb, #gg or 'R G B'",
        "line 4: '300 0 0' is no colour: #rrggbb, #gg or 'R G B'", "line 5: the quote is not closed",
        "line 6: expected theme[key]=\"value\"", "line 7: expected '=' after theme[title]",
        "line 8: '#+a+b+c' is no colour: #rrggbb, #gg or 'R G B'",
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
      let look = theme.appearance(of: style, depth: depth)
      return color(look.foreground, theme).contrast(with: color(look.background, theme))
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

  private func color(_ color: TerminalColor, _ theme: Theme) -> RGB {
    switch color {
    case .standard: theme.page
    case .palette(let number): Palette.color(number)
    case .rgb(let rgb): rgb
    }
  }

  @Test func `without colours the important things still stand out`() {
    let plain = Theme.attributesWithoutColor(of: .text)
    for style in [Style.keyCap, .badge(.badgeLive), Style(.title), Style(.bad), Style(.text).on(.selectedBackground)] {
      #expect(Theme.attributesWithoutColor(of: style) != plain)
    }
    let look = Theme.fallback.appearance(of: .badge(.badgePast), depth: .none)
    #expect(look.foreground == .standard && look.background == .standard && look.attributes.contains(.reverse))
  }
}
