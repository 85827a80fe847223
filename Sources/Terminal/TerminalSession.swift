import CNcurses
import CPlatform
public import Screen

/// The terminal while the program fills its screen.
///
/// The owner of the session owns the terminal: there is one at a time, it cannot be copied, and when it goes out of
/// scope the terminal is restored. This also holds for crashes and for signals that kill; only `exit` while a session
/// exists would break it, so let the session end first. Use it from one thread.
public struct TerminalSession: ~Copyable {
  /// The signs that the terminal can show; canvases for it must have them.
  public let symbols: Symbols

  /// The colors that are used.
  public let depth: ColorDepth

  /// The size of the screen, as last reported by ``readInputs()``.
  public internal(set) var size: Size

  var options: TerminalOptions
  var parser = InputParser()
  // When unfinished input is accepted as it is, in milliseconds of the monotonic clock.
  var patienceEnd: Int64?
  var isResized = false
  var mustRepaint = false
  var isGone = false
  var painter: Painter
  private var isOpen = true

  /// Takes over the terminal and shows an empty screen.
  ///
  /// - Throws: Why the full screen cannot be opened; nothing has been written then.
  public init(_ options: TerminalOptions = TerminalOptions()) throws(TerminalError) {
    guard !options.needsTerminalOutput || bgp_is_terminal(1) else { throw .outputIsNoTerminal }
    guard Self.open(options.device) else { throw .noTerminal }
    let isUTF8 = bgc_locale_is_utf8(options.symbols?.isASCII == false)
    let environment = Environment.current
    var found: TerminalFallbacks.Fallback?
    for fallback in TerminalFallbacks(environment, color: options.color).all where found == nil {
      if Self.start(fallback) { found = fallback }
    }
    guard let found else {
      bgc_close()
      throw .noFullScreen(type: environment.type)
    }
    self.options = options
    symbols = isUTF8 ? options.symbols ?? .utf8 : .ascii
    depth = TerminalFallbacks.depth(colors: Int(bgc_colors()), colorLimit: found.colorLimit)
    painter = Painter(depth: depth, pairLimit: Int(bgc_pairs()))
    size = Self.currentSize
    setModes()
  }

  deinit {
    if isOpen { bgc_close() }
  }

  /// Restores the terminal; the session cannot be used afterwards.
  ///
  /// Called automatically when the session goes out of scope.
  public mutating func restore() {
    guard isOpen else { return }
    isOpen = false
    bgc_close()
  }

  /// Whether the mouse is reported; turn it off to let users select text as usual.
  public var mouse: Bool {
    get { options.mouse }
    set {
      options.mouse = newValue
      if isOpen { setModes() }
    }
  }

  /// Restores the screen and stops the process until the shell continues it; then the next frame paints everything.
  public mutating func suspend() {
    guard isOpen else { return }
    bgc_suspend()
    isResized = true
    mustRepaint = true
  }

  /// Makes the next frame repaint everything, for a screen that another program has written on.
  public mutating func repaint() {
    guard isOpen else { return }
    bgc_redraw(true)
  }

  /// Copies a text to the clipboard of the machine at which the user sits, if the terminal allows it (OSC 52).
  ///
  /// - Parameter text: What to copy; more than 74,994 bytes are not sent, since terminals do not take them.
  /// - Returns: Whether it was sent; whether it arrived cannot be known.
  @discardableResult
  public mutating func copy(_ text: String) -> Bool {
    guard isOpen, text.utf8.count <= 74_994 else { return false }
    send("\u{1B}]52;c;" + Base64.encoded(Array(text.utf8)) + "\u{7}")
    return true
  }

  private func send(_ text: String) {
    let bytes = Array(text.utf8)
    unsafe bytes.withUnsafeBufferPointer { unsafe bgc_send($0.baseAddress, $0.count) }
  }

  private func setModes() {
    let mouse = options.mouse ? bgc_mode_mouse : 0
    bgc_set_modes(UInt32(mouse | bgc_mode_paste | bgc_mode_focus))
  }

  private static func open(_ device: String?) -> Bool {
    guard let device else { return bgc_open(nil) >= 0 }
    return unsafe device.withCString { unsafe bgc_open($0) } >= 0
  }

  private static func start(_ fallback: TerminalFallbacks.Fallback) -> Bool {
    unsafe fallback.type.withCString { type in
      guard let entry = fallback.entry else { return unsafe bgc_start(type, nil) }
      return unsafe entry.withCString { unsafe bgc_start(type, $0) }
    }
  }

  /// The size that the terminal reports, or the usual one for a terminal that does not report it.
  static var currentSize: Size {
    var rows: Int32 = 0
    var columns: Int32 = 0
    unsafe bgc_size(&rows, &columns)
    return Size(columns: Int(columns), rows: Int(rows))
  }
}
