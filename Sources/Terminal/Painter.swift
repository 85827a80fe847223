import CNcurses
import Screen

/// Draws what has changed on a canvas as curses cells.
struct Painter {
  private let depth: ColorDepth
  private let pairLimit: Int
  /// Whether all cells must be drawn, because the screen shows another canvas or none.
  private var isForgetful = true
  private var theme: Theme?
  // A few dozen of each: searching them takes less time than building the tables that would be faster.
  private var appearances: [Appearance] = []
  private var pairs: [Colors] = []
  private var cells: [bgc_cell] = []

  /// What a style becomes.
  private struct Appearance {
    var code: UInt32 = 0
    var attributes: UInt16 = 0
    var pair: Int32 = 0
  }

  /// Two colors, and the number of their pair.
  private struct Colors {
    var foreground: Int32
    var background: Int32
    var pair: Int32
  }

  init(depth: ColorDepth, pairLimit: Int) {
    self.depth = depth
    self.pairLimit = pairLimit
  }

  /// Forgets what was drawn.
  mutating func forget() { isForgetful = true }

  /// Draws what has changed.
  mutating func paint(_ canvas: Canvas, theme: Theme) {
    if self.theme != theme {
      self.theme = theme
      appearances = []
      isForgetful = true
    }
    for row in 0..<canvas.size.rows {
      let columns = isForgetful ? 0..<canvas.size.columns : canvas.changes[row]
      if !columns.isEmpty { paint(row, columns, of: canvas, theme) }
    }
    isForgetful = false
  }

  private mutating func paint(_ row: Int, _ columns: Range<Int>, of canvas: Canvas, _ theme: Theme) {
    cells.removeAll(keepingCapacity: true)
    var style: Style?
    var appearance = Appearance()
    for column in columns {
      let cell = canvas[column: column, row: row]
      guard !cell.isContinuation else { continue }
      if cell.style != style, !(cell.isBlank && style.map { Self.isGround(of: $0, like: cell.style) } ?? false) {
        style = cell.style
        appearance = self.appearance(of: cell.style, theme)
      }
      let marks = cell.packedMarks
      cells.append(
        bgc_cell(
          base: cell.base.value,
          marks: (
            UInt16(truncatingIfNeeded: marks), UInt16(truncatingIfNeeded: marks >> 16),
            UInt16(truncatingIfNeeded: marks >> 32), UInt16(truncatingIfNeeded: marks >> 48)
          ),
          attributes: appearance.attributes, width: UInt16(cell.width), pair: appearance.pair))
    }
    unsafe cells.withUnsafeBufferPointer {
      unsafe bgc_put(Int32(row), Int32(columns.lowerBound), $0.baseAddress, Int32($0.count))
    }
  }

  /// Whether a space looks the same in both styles: then it gets the style of the cell before it, and curses does not
  /// change colors for it.
  private static func isGround(of style: Style, like other: Style) -> Bool {
    style.background == other.background
      && style.attributes.union(other.attributes).isDisjoint(with: [.underline, .reverse])
  }

  private mutating func appearance(of style: Style, _ theme: Theme) -> Appearance {
    if let known = appearances.first(where: { $0.code == style.code }) { return known }
    let themed = theme.appearance(of: style, depth: depth)
    let appearance = Appearance(
      code: style.code, attributes: UInt16(themed.attributes.rawValue),
      pair: pair(Self.number(themed.foreground), Self.number(themed.background)))
    appearances.append(appearance)
    return appearance
  }

  /// A pair of colors; if there is no room for more, the nearest existing one.
  private mutating func pair(_ foreground: Int32, _ background: Int32) -> Int32 {
    if foreground < 0, background < 0 { return 0 }
    if let known = pairs.first(where: { $0.foreground == foreground && $0.background == background }) {
      return known.pair
    }
    guard pairs.count + 1 < pairLimit else { return pairs.first { $0.foreground == foreground }?.pair ?? 0 }
    let pair = bgc_pair(foreground, background, Int32(pairs.count + 1))
    pairs.append(Colors(foreground: foreground, background: background, pair: pair))
    return pair
  }

  private static func number(_ color: TerminalColor) -> Int32 {
    switch color {
    case .standard: -1
    case .palette(let number): Int32(number)
    case .rgb(let rgb): Int32(bitPattern: rgb.value)
    }
  }
}
