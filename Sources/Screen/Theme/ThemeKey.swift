/// The keys of theme files that mean something here.
///
/// Those without a prefix are btop's (its `themes/README` and `src/btop_theme.cpp`); those with `bgtop_` are ours, and
/// optional.
enum ThemeKey {
  /// Keys of btop that are a single color.
  static let single: [String] = [
    "main_bg", "main_fg", "title", "hi_fg", "selected_bg", "selected_fg", "inactive_fg", "graph_text", "meter_bg",
    "proc_misc", "cpu_box", "mem_box", "net_box", "proc_box", "div_line",
  ]

  /// Keys of btop that later versions added, which have no use here.
  static let unused: Set<String> = [
    "proc_pause_bg", "proc_follow_bg", "proc_banner_bg", "proc_banner_fg", "followed_bg", "followed_fg",
  ]

  /// Our own keys, all optional.
  static let own: [String] =
    [
      "bgtop_page", "bgtop_secondary", "bgtop_good", "bgtop_warning", "bgtop_bad", "bgtop_info", "bgtop_unknown",
      "bgtop_refresh", "bgtop_processing", "bgtop_continued", "bgtop_push", "bgtop_transfer", "bgtop_now",
      "bgtop_badge_fg", "bgtop_badge_live", "bgtop_badge_paused", "bgtop_badge_past", "bgtop_badge_replay",
      "bgtop_key_fg", "bgtop_key_bg", "bgtop_why_box", "bgtop_timeline_box",
    ]

  /// Every key that is allowed in a file.
  static let all: Set<String> = Set(single + own + Gradient.allCases.flatMap(keys)).union(unused)

  /// The three keys of a gradient.
  static func keys(of gradient: Gradient) -> [String] {
    let name =
      switch gradient {
      case .temperature: "temp"
      case .cpu: "cpu"
      case .free: "free"
      case .used: "used"
      case .cached: "cached"
      case .available: "available"
      case .download: "download"
      case .upload: "upload"
      case .process: "process"
      }
    return ["_start", "_mid", "_end"].map { name + $0 }
  }

  /// The keys from which a role gets its color: the first that the theme has.
  static func keys(of role: Role) -> [String] {
    switch role {
    case .text: ["main_fg"]
    case .title: ["title", "main_fg"]
    case .highlight: ["hi_fg"]
    case .secondary: ["bgtop_secondary", "graph_text", "proc_misc", "main_fg"]
    case .inactive: ["inactive_fg"]
    case .selected: ["selected_fg", "main_fg"]
    case .divider: ["div_line"]
    case .boxPending: ["proc_box", "div_line"]
    case .boxRunning: ["cpu_box", "div_line"]
    case .boxWhy: ["bgtop_why_box", "proc_box", "div_line"]
    case .boxBudgets: ["mem_box", "div_line"]
    case .boxTimeline: ["bgtop_timeline_box", "cpu_box", "div_line"]
    case .boxLog: ["net_box", "div_line"]
    case .good: ["bgtop_good", "cpu_start"]
    case .warning: ["bgtop_warning", "cpu_mid"]
    case .bad: ["bgtop_bad", "cpu_end"]
    case .info: ["bgtop_info", "hi_fg"]
    case .unknown: ["bgtop_unknown", "inactive_fg"]
    case .refresh: ["bgtop_refresh", "cached_mid", "cached_start"]
    case .processing: ["bgtop_processing", "hi_fg"]
    case .continued: ["bgtop_continued", "upload_mid", "upload_start"]
    case .push: ["bgtop_push", "available_mid", "available_start"]
    case .transfer: ["bgtop_transfer", "download_mid", "download_start"]
    case .now: ["bgtop_now", "title", "main_fg"]
    case .badgeText: ["bgtop_badge_fg"]
    case .keyText: ["bgtop_key_fg"]
    case .background: ["main_bg"]
    case .selectedBackground: ["selected_bg"]
    case .meterBackground: ["meter_bg"]
    case .badgeLive: ["bgtop_badge_live", "bgtop_good", "cpu_start"]
    case .badgePaused: ["bgtop_badge_paused", "bgtop_warning", "cpu_mid"]
    case .badgePast: ["bgtop_badge_past", "bgtop_continued", "upload_mid", "upload_start"]
    case .badgeReplay: ["bgtop_badge_replay", "bgtop_info", "hi_fg"]
    case .key: ["bgtop_key_bg", "hi_fg"]
    }
  }
}
