internal import TaskTrace

/// The habits of known libraries, as data (rules K1–K24, L1–L6); a scenario may change each of them.
enum LayerPreset: String, CaseIterable {
  /// Two feeds, one tick, the next time set first, missed times collapsed.
  case backgrounder
  /// A refresh that its own handler re-arms; no work in the foreground (rule L1).
  case flutterWorkmanager
  /// One dispatcher; the next time is counted from the planned one, and missed times are caught up (rule L2).
  case kmpWorkManager
  /// One refresh for all callbacks, at least 15 minutes apart (rule L3).
  case transistorFetch
  /// One processing task (rule L4).
  case expo
  /// Ran once: nothing re-arms it (rule L5).
  case capacitor
  /// Android's contract on top of one tick: conditions are waited for, and a periodic is 15 minutes at least (rule L6).
  case workManager

  func layer(tick: TaskIdentifier) -> LayerSetup {
    var layer = LayerSetup(name: rawValue, tick: tick)
    switch self {
    case .backgrounder: layer.name = "Backgrounder"
    case .flutterWorkmanager: (layer.feeds, layer.gate, layer.runway) = (.background, .zero, false)
    case .kmpWorkManager: (layer.feeds, layer.missed) = (.background, .each)
    case .transistorFetch:
      (layer.feeds, layer.advances, layer.gate, layer.minInterval) = (.background, .after, .zero, .minutes(15))
    case .expo: (layer.feeds, layer.gate, layer.runway) = (.background, .zero, false)
    case .capacitor: (layer.feeds, layer.rearms, layer.gate) = (.background, false, .zero)
    case .workManager:
      (layer.name, layer.gate, layer.keepsConditions, layer.minInterval) = ("WorkManager", .zero, true, .minutes(15))
    }
    return layer
  }
}
