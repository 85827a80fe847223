import Screen

/// A terminal as far as a full-screen program needs one: what its screen shows after some bytes.
struct Emulator {
  struct Cell: Hashable {
    var text = " "
    /// The parameters of the pen, as received.
    var foreground = ""
    var background = ""
    var attributes: Set<Int> = []
  }

  let columns: Int
  let rows: Int
  private(set) var cells: [[Cell]]
  private(set) var column = 0
  private(set) var row = 0
  private(set) var modes: Set<String> = []
  /// What was not understood, or written outside of the screen.
  private(set) var problems: [String] = []
  private var pen = Cell()
  // The lines that scroll.
  private var region: ClosedRange<Int>

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    region = 0...rows - 1
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  /// The rows as text.
  var lines: [String] { cells.map { $0.map(\.text).joined() } }

  mutating func feed(_ bytes: [UInt8]) {
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "\r": column = 0
      case "\n": lineFeed()
      case "\u{8}": column = max(0, column - 1)
      case "\t": column = min(columns - 1, (column / 8 + 1) * 8)
      case "\u{1B}": index = escape(scalars, index)
      default: show(scalar)
      }
    }
  }

  private mutating func show(_ scalar: Unicode.Scalar) {
    let width = textWidth("a" + String(Character(scalar))) - 1
    if width == 0 {
      let place = column > 0 && cells[row][column - 1].text.isEmpty ? column - 2 : column - 1
      if place >= 0 { cells[row][place].text.unicodeScalars.append(scalar) }
      return
    }
    guard column + width <= columns else {
      problems.append("wrote outside at \(row);\(column)")
      return
    }
    pen.text = String(Character(scalar))
    cells[row][column] = pen
    if width == 2 {
      cells[row][column + 1] = pen
      cells[row][column + 1].text = ""
    }
    column += width
  }

  private mutating func escape(_ scalars: [Unicode.Scalar], _ start: Int) -> Int {
    guard start < scalars.count else { return start }
    guard scalars[start] == "[" else {
      if scalars[start] == "M" { reverseLineFeed() }
      // A character set, or the mode of the number pad.
      return scalars[start] == "(" || scalars[start] == ")" ? start + 2 : start + 1
    }
    var index = start + 1
    var parameters = ""
    while index < scalars.count, !(0x40...0x7E).contains(scalars[index].value) {
      parameters.unicodeScalars.append(scalars[index])
      index += 1
    }
    guard index < scalars.count else { return index }
    control(scalars[index], parameters)
    return index + 1
  }

  private mutating func control(_ final: Unicode.Scalar, _ parameters: String) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let first = max(1, numbers.first ?? 1)
    switch final {
    case "H": move(first - 1, numbers.count > 1 ? max(1, numbers[1]) - 1 : 0)
    case "d": move(first - 1, column)
    case "G": move(row, first - 1)
    case "A": move(row - first, column)
    case "B": move(row + first, column)
    case "C": move(row, column + first)
    case "D": move(row, column - first)
    case "J":
      for line in (numbers.first == 2 ? 0 : row)..<rows {
        erase(line, line == row && numbers.first != 2 ? column : 0, columns)
      }
    case "K": numbers.first == 1 ? erase(row, 0, column + 1) : erase(row, column, columns)
    case "X": erase(row, column, column + first)
    case "P": shift(first)
    case "@": shift(-first)
    case "b": for _ in 0..<first { show(Unicode.Scalar(pen.text) ?? " ") }
    case "m": paint(parameters)
    case "h": modes.insert(parameters)
    case "l": modes.remove(parameters)
    case "r":
      region = numbers.count == 2 ? max(1, numbers[0]) - 1...min(rows, numbers[1]) - 1 : 0...rows - 1
      move(0, 0)
    case "t": break
    default: problems.append("unknown sequence ESC [ \(parameters) \(final)")
    }
  }

  private mutating func lineFeed() {
    guard row == region.upperBound else {
      row = min(rows - 1, row + 1)
      return
    }
    cells.remove(at: region.lowerBound)
    cells.insert(blankLine, at: region.upperBound)
  }

  private mutating func reverseLineFeed() {
    guard row == region.lowerBound else {
      row = max(0, row - 1)
      return
    }
    cells.remove(at: region.upperBound)
    cells.insert(blankLine, at: region.lowerBound)
  }

  private var blankLine: [Cell] {
    var blank = Cell()
    blank.background = pen.background
    return Array(repeating: blank, count: columns)
  }

  private mutating func move(_ newRow: Int, _ newColumn: Int) {
    if newRow < 0 || newRow >= rows || newColumn < 0 || newColumn >= columns {
      problems.append("moved outside to \(newRow);\(newColumn)")
    }
    row = min(max(0, newRow), rows - 1)
    column = min(max(0, newColumn), columns - 1)
  }

  private mutating func erase(_ line: Int, _ from: Int, _ to: Int) {
    var blank = Cell()
    blank.background = pen.background
    for place in from..<min(to, columns) { cells[line][place] = blank }
  }

  private mutating func shift(_ count: Int) {
    var blank = Cell()
    blank.background = pen.background
    for _ in 0..<abs(count) {
      if count > 0 {
        cells[row].remove(at: column)
        cells[row].append(blank)
      } else {
        cells[row].insert(blank, at: column)
        cells[row].removeLast()
      }
    }
  }

  private mutating func paint(_ parameters: String) {
    let parts = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    var index = 0
    while index < max(1, parts.count) {
      let number = index < parts.count ? parts[index] : 0
      index += 1
      switch number {
      case 0: pen = Cell()
      case 1...9: pen.attributes.insert(number)
      case 22: pen.attributes.subtract([1, 2])
      case 23...29: pen.attributes.remove(number - 20)
      case 39: pen.foreground = ""
      case 49: pen.background = ""
      case 30...37, 90...97: pen.foreground = String(number)
      case 40...47, 100...107: pen.background = String(number)
      case 38, 48:
        let count = index < parts.count && parts[index] == 2 ? 4 : 2
        let color = parts[index..<min(parts.count, index + count)].map(String.init).joined(separator: ";")
        if number == 38 { pen.foreground = color } else { pen.background = color }
        index += count
      default: problems.append("unknown attribute \(number)")
      }
    }
  }
}
