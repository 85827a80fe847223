/// The number of columns of a text on a canvas.
///
/// Counted as ``Canvas/put(_:at:style:within:ellipsis:)`` draws it: controls as their visible forms, invisible scalars
/// as nothing.
///
/// - Complexity: linear in the length of the text.
public func textWidth(_ text: String, symbols: Symbols = .utf8) -> Int {
  var columns = 0
  GlyphScanner.scan(text, isASCII: symbols.isASCII) { piece in
    columns += piece.width
    return true
  }
  return columns
}

/// A text truncated to a number of columns, with an ellipsis as its last character if anything was cut.
///
/// The result is safe to show: see ``Canvas/put(_:at:style:within:ellipsis:)``. A width of zero or less gives nothing.
///
/// - Complexity: linear in the width, not in the length of the text.
public func truncated(_ text: String, to columns: Int, symbols: Symbols = .utf8) -> String {
  guard columns > 0 else { return "" }
  var kept = ""
  var retainedColumns = 0
  // The length of the part that leaves room for the ellipsis.
  var short = kept.endIndex
  var isCut = false
  GlyphScanner.scan(text, isASCII: symbols.isASCII) { piece in
    guard retainedColumns + piece.width <= columns else {
      isCut = true
      return false
    }
    Cell(piece.base, width: piece.width, marks: piece.marks, style: .text).append(to: &kept)
    retainedColumns += piece.width
    if retainedColumns < columns { short = kept.endIndex }
    return true
  }
  return isCut ? kept[..<short] + symbols[.ellipsis] : kept
}
