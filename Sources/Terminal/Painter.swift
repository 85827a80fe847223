import CNcurses
import Screen

/// Puts canvases down as cells of curses, and knows what is there already.
struct Painter {
  private let depth: ColorDepth
  private let pairLimit: Int
  private var last: Canvas?
  private var theme: Theme?
  // By the code of a style.
  private var looks: [UInt32: Look] = [:]
  private var pairs: [Colors: Int32] = [:]
  private var cells: [bgc_cell] = []

  private struct Look {
    var attributes: UInt16
    var pair: Int32
  }

  private struct Colors: Hashable {
    var foreground: Int32
    var background: Int32
  }

  init(depth: ColorDepth, pairLimit: Int) {
    self.depth = depth
    self.pairLimit = pairLimit
  }

  /// Forgets what was put down.
  mutating func forget() { last = nil }

  /// Puts down what is different from the last canvas.
  mutating func paint(_ canvas: Canvas, theme: Theme) {
    if self.theme != theme {
      self.theme = theme
      looks = [:]
      last = nil
    }
    let old = last ?? Canvas(size: Size(columns: 0, rows: 0))
    for run in diff(from: old, to: canvas) { paint(run, of: canvas, theme) }
    last = canvas
  }

  private mutating func paint(_ run: CellRun, of canvas: Canvas, _ theme: Theme) {
    cells.removeAll(keepingCapacity: true)
    var style: Style?
    var look = Look(attributes: 0, pair: 0)
    for column in run.columns {
      let cell = canvas[column: column, row: run.row]
      guard !cell.isContinuation else { continue }
      if cell.style != style {
        style = cell.style
        look = self.look(of: cell.style, theme)
      }
      let marks = cell.packedMarks
      cells.append(
        bgc_cell(
          base: cell.base.value,
          marks: (
            UInt16(truncatingIfNeeded: marks), UInt16(truncatingIfNeeded: marks >> 16),
            UInt16(truncatingIfNeeded: marks >> 32), UInt16(truncatingIfNeeded: marks >> 48)
          ),
          attributes: look.attributes, width: UInt16(cell.width), pair: look.pair))
    }
    unsafe cells.withUnsafeBufferPointer {
      unsafe bgc_put(Int32(run.row), Int32(run.columns.lowerBound), $0.baseAddress, Int32($0.count))
    }
  }

  private mutating func look(of style: Style, _ theme: Theme) -> Look {
    if let known = looks[style.code] { return known }
    let appearance = theme.appearance(of: style, depth: depth)
    let colors = Colors(
      foreground: Self.number(appearance.foreground), background: Self.number(appearance.background))
    let look = Look(attributes: UInt16(appearance.attributes.rawValue), pair: pair(colors))
    looks[style.code] = look
    return look
  }

  /// A pair of colours; without room for more, the nearest thing that there is.
  private mutating func pair(_ colors: Colors) -> Int32 {
    if colors.foreground < 0, colors.background < 0 { return 0 }
    if let known = pairs[colors] { return known }
    guard pairs.count + 1 < pairLimit else {
      return pairs.first { $0.key.foreground == colors.foreground }?.value ?? 0
    }
    let pair = bgc_pair(colors.foreground, colors.background, Int32(pairs.count + 1))
    pairs[colors] = pair
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
