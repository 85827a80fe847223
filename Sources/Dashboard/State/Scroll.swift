/// How far the panes are scrolled that have more lines than rows.
struct Scroll: Hashable, Sendable {
  /// Events before the playhead that the log is scrolled up by.
  var log = 0
  /// Rows that the explanation is scrolled down by.
  var why = 0
  /// Lines that the view with one pane is scrolled down by.
  var view = 0
}
