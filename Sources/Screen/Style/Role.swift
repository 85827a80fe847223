/// What a piece of the screen is for.
///
/// Drawing code names roles and never colors; a ``Theme`` determines the color of each role. Roles whose names end in
/// `Background`, the badges, and ``key`` are intended for backgrounds, all others for text.
public enum Role: UInt8, CaseIterable, Sendable {
  // Text.
  case text, title, highlight, secondary, inactive, selected, divider
  // The frames of the panes.
  case boxPending, boxRunning, boxWhy, boxBudgets, boxTimeline, boxLog
  // How things are.
  case good, warning, bad, info, unknown
  // Kinds of background work.
  case refresh, processing, continued, push, transfer
  // The marker of the present instant on a time axis.
  case now
  // Text on a badge, and on the cap of a key.
  case badgeText, keyText
  // Background colors.
  case background, selectedBackground, meterBackground
  case badgeLive, badgePaused, badgePast, badgeReplay, key
}
