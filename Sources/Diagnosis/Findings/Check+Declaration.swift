internal import SchedulerModel
internal import TaskTrace

/// Mistakes in an Info.plist (rules A1–A5).
extension Check {
  /// dasd accepts identifiers of fewer bytes than this (scheduler facts 1.4).
  static let maxIdentifierLength = 128

  static let declaration: [Check] = [
    Check(
      "key-type", "A key is not an array of strings", .error, "a key of the Info.plist has a value of the wrong type",
      costs: "The system ignores the key, as if it were missing.",
      fix: "Make it an <array> of <string>, or paste the keys below.",
      "Apple, BGTaskSchedulerPermittedIdentifiers, UIBackgroundModes",
      .declaration { declaration in declaration.problems.map { Hit($0, $0.text) } }),
    Check(
      "not-permitted", "The identifier is not permitted", .error,
      "a task's identifier is not in BGTaskSchedulerPermittedIdentifiers",
      costs: "register(forTaskWithIdentifier:) returns false and submit throws notPermitted (code 3): it never runs.",
      fix: "Add the identifier to BGTaskSchedulerPermittedIdentifiers, spelled exactly the same.",
      "Apple, register(forTaskWithIdentifier:using:launchHandler:); rule A1",
      .declaration { declaration in
        declaration.tasks.filter { !declaration.permits($0) && caseTwin($0.id.rawValue, declaration) == nil }.map {
          let near = nearestName(to: $0.id.rawValue, among: (declaration.permitted ?? []).map(\.text))
          return Hit(task: $0.id, "\($0.id.rawValue) is not listed" + (near.map { "; \($0) is" } ?? ""))
        }
      },
      .task { task, _ in
        task.registrationRefusals.filter { $0.cause == .notInInfoPlist || $0.cause == .notAdvertised }.map {
          Hit($0.mark, "its registration was refused")
        } + refused(task, 3, .notInInfoPlist, "its request was refused with code 3, notPermitted")
      }),
    Check(
      "identifier-case", "Identifiers differ only by case", .error, "two spellings of an identifier differ by case",
      costs: "Identifiers are compared byte for byte: the one that is not listed is refused with code 3.",
      fix: "Spell the identifier the same in code and in the Info.plist; keep it in one constant.",
      "Apple, BGTaskSchedulerPermittedIdentifiers; rule A1",
      .declaration { declaration in
        let entries = declaration.permitted ?? []
        // The spellings of each identifier, in the order of the list.
        var spellings: [String: [String]] = [:]
        let twins = entries.compactMap { entry -> Hit? in
          let known = spellings[entry.text.lowercased()] ?? []
          if !known.prefix(2).contains(entry.text) {
            spellings[entry.text.lowercased(), default: []].append(entry.text)
          }
          return known.first { $0 != entry.text }.map {
            Hit(entry, "\"\(entry.text)\" and \"\($0)\" are both listed")
          }
        }
        return twins
          + declaration.tasks.compactMap { task in
            declaration.permits(task)
              ? nil
              : caseTwin(task.id.rawValue, declaration).map {
                Hit(task: task.id, "the code says \(task.id.rawValue), the Info.plist says \($0)")
              }
          }
      },
      .task { task, history in
        let twin = history.tasks.first {
          $0.task != task.task && $0.task.rawValue.lowercased() == task.task.rawValue.lowercased()
        }
        guard let twin,
          let first = task.registrations.first ?? task.requests.first?.submitted ?? task.refusals.first?.mark
        else { return [] }
        return [Hit(first, "\(twin.task.rawValue) is also used")]
      }),
    Check(
      "mode-missing", "A background mode is missing", .error, "UIBackgroundModes lacks a mode that a task needs",
      costs: "submit throws notPermitted (code 3), or the push is not delivered: it never runs.",
      fix: "Add fetch for refresh, processing for processing, remote-notification for silent pushes.",
      "Apple, BGTaskScheduler.Error.Code.notPermitted; rules A2, A3",
      .complaint(.modeMissing, "UIKit asks for a mode"),
      .complaint(.locationMode, "CoreLocation asks for the mode location"),
      .complaint(.fetchMode, "a library asks for the mode fetch"),
      .declaration { declaration in
        guard let app = declaration.app else {
          let plain = (declaration.permitted ?? []).first { !$0.text.hasSuffix("*") }
          guard let plain, !declaration.modeNames.contains("fetch"), !declaration.modeNames.contains("processing")
          else { return [] }
          return [Hit(plain, "identifiers are listed, but neither fetch nor processing is in UIBackgroundModes")]
        }
        var kinds = app.tasks.map { (task: Optional($0.id), kind: $0.kind) }
        if app.push != nil { kinds.append((nil, .push)) }
        return kinds.compactMap { task, kind in
          guard let mode = Declaration.mode(for: kind), !declaration.modeNames.contains(mode) else { return nil }
          return Hit(task: task, "a \(kind.word) task needs \(mode), which UIBackgroundModes lacks")
        }
      },
      .task { task, _ in
        refused(task, 3, .modeFetchMissing, "refused with code 3: UIBackgroundModes lacks fetch")
          + refused(task, 3, .modeProcessingMissing, "refused with code 3: UIBackgroundModes lacks processing")
      },
      .app { app, _ in
        app.pushes.filter { $0.cause == .modeRemoteNotificationMissing }.map {
          Hit($0.mark, "a silent push was denied: UIBackgroundModes lacks remote-notification")
        }
      }),
    Check(
      "mode-unknown", "An unknown background mode", .warning, "UIBackgroundModes has a value that the system ignores",
      costs: "The intended mode is missing, and requests that need it are refused.",
      fix: "Use one of the documented values, in lowercase.", "Apple, UIBackgroundModes; rule A2",
      .declaration { declaration in
        (declaration.modes ?? []).filter { !Declaration.knownModes.contains($0.text) }.map { mode in
          let near = Declaration.meant(by: mode.text)
          return Hit(mode, "\"\(mode.text)\" is not a background mode" + (near.map { "; did you mean \($0)?" } ?? ""))
        }
      }),
    Check(
      "identifiers-missing", "No permitted identifiers", .error,
      "UIBackgroundModes has processing, but no identifier is permitted",
      costs: "No task can be registered or submitted; App Store Connect rejects such a build.",
      fix: "List every identifier in BGTaskSchedulerPermittedIdentifiers.",
      "Apple, BGTaskSchedulerPermittedIdentifiers; rule A1",
      .declaration { declaration in
        guard let mode = declaration.modes?.first(where: { $0.text == "processing" }),
          (declaration.permitted ?? []).isEmpty, declaration.problems.isEmpty
        else { return [] }
        return [Hit(mode, "processing is declared, but BGTaskSchedulerPermittedIdentifiers is empty or missing")]
      }),
    Check(
      "identifier-form", "An identifier that cannot be used", .error,
      "an identifier is empty, too long, reserved, or begins or ends with white space",
      costs: "A request with it is refused.",
      fix: "Use a reverse-DNS name of fewer than 128 bytes that does not begin with com.apple.",
      "published reverse engineering of iOS 26.1 (observed); rule A1",
      .declaration { declaration in
        (declaration.permitted ?? []).compactMap { entry in fault(of: entry.text).map { Hit(entry, $0) } }
      },
      .task { task, _ in refused(task, 3, .reservedPrefix, "refused with code 3: com.apple. is reserved") }),
    Check(
      "identifier-twice", "An identifier is listed twice", .note, "the same identifier appears in the list twice",
      costs: "Nothing, but someone may think that it stands for two tasks.", fix: "Remove one of them.",
      "Apple, BGTaskSchedulerPermittedIdentifiers; rule A1",
      .declaration { declaration in
        var seen: Set<String> = []
        return (declaration.permitted ?? []).compactMap { entry in
          seen.insert(entry.text).inserted ? nil : Hit(entry, "\"\(entry.text)\" appears here again")
        }
      }),
    Check(
      "wildcard", "A wildcard that permits nothing", .error,
      "a wildcard is not the bundle identifier with a trailing .*",
      costs: "It matches no identifier, and requests are refused with code 3.",
      fix: "Write it as the bundle identifier, a dot, words, and a trailing .*; it works for continued tasks only.",
      "Apple, Performing long-running tasks on iOS and iPadOS; rule A4",
      .declaration { declaration in
        (declaration.permitted ?? []).filter {
          $0.text.contains("*") && correctedWildcard($0.text, declaration) != $0.text
        }
        .map { Hit($0, "\"\($0.text)\" permits nothing") }
      }),
    Check(
      "continued-prefix", "A continued task outside its bundle", .warning,
      "a continued task's identifier does not begin with the bundle identifier",
      costs: "No wildcard can permit it, and the identifier may be refused.",
      fix: "Begin the identifier with the bundle identifier, and end it with something unique to the job.",
      "Apple, Performing long-running tasks on iOS and iPadOS; rule A5",
      .declaration { declaration in
        declaration.tasks.filter { task in
          task.kind == .continued && declaration.bundle.map { !task.id.rawValue.hasPrefix($0.text + ".") } ?? false
        }.map { Hit(task: $0.id, "\($0.id.rawValue) does not begin with \(declaration.bundle?.text ?? "")") }
      }),
  ]

  /// The entry that differs from an identifier by case alone.
  private static func caseTwin(_ id: String, _ declaration: Declaration) -> String? {
    (declaration.permitted ?? []).map(\.text).first { $0 != id && $0.lowercased() == id.lowercased() }
  }

  private static func fault(of text: String) -> String? {
    if text.trimmed.isEmpty { return "an identifier is empty" }
    if text.trimmed != text { return "\"\(text)\" begins or ends with white space" }
    if text.hasPrefix("com.apple.") { return "\"\(text)\" begins with com.apple., which is reserved for the system" }
    return text.utf8.count < maxIdentifierLength
      ? nil : "an identifier has \(text.utf8.count) bytes; the maximum is 127"
  }

  /// A wildcard in the form that the system knows; other texts as they are.
  static func correctedWildcard(_ text: String, _ declaration: Declaration) -> String {
    guard text.contains("*") else { return text }
    let bundle = declaration.bundle?.text ?? "$(PRODUCT_BUNDLE_IDENTIFIER)"
    let settings = ["$(PRODUCT_BUNDLE_IDENTIFIER).", "${PRODUCT_BUNDLE_IDENTIFIER}."]
    let belongs = ([bundle + "."] + settings).contains { text.hasPrefix($0) }
    if belongs || declaration.bundle == nil, text.hasSuffix(".*"), text.count(where: { $0 == "*" }) == 1 { return text }
    let words = text.split(separator: ".").map { $0.filter { $0 != "*" } }.filter { !$0.isEmpty }
    guard belongs else { return "\(bundle).\(words.last.map { "\($0)." } ?? "")*" }
    return words.joined(separator: ".") + ".*"
  }

  /// The refusals of a task's requests for one cause.
  static func refused(_ task: TaskHistory, _ code: Int, _ cause: Cause, _ text: String) -> [Hit] {
    task.refusals.filter { $0.code == code && $0.cause == cause }.map { Hit($0.mark, text) }
  }
}
