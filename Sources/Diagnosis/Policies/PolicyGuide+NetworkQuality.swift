internal import SchedulerModel
internal import TaskTrace

extension PolicyGuide {
  static let networkQuality = PolicyGuide(
    .networkQuality, brief: "network",
    reason: Reason(
      text: "it needs a network, and there is none that is good enough",
      remedy:
        "Set requiresNetworkConnectivity only if the work needs it; leave large transfers to a background URLSession.",
      source: "device logs; rules C15, C19"),
    evidence: ["Quality]", "networkPath"],
    terms: [
      .whole("networkPathConstrained == 1", "Low Data Mode is on")
    ],
    loggedInput: { facts, input in
      var input = input
      input.activity.requiresNetwork = true
      let qualities: [(String, NetworkPath.Transport)] = [
        ("wiredQuality", .wired), ("wifiQuality", .wifi), ("cellQuality", .cellular),
      ]
      let stated = qualities.compactMap { key, transport in
        facts.number(key).map { NetworkPath(transport, quality: Int(saturating: $0)) }
      }
      if facts.flag("networkPathConstrained") == true {
        input.device.network = NetworkPath(.wifi, quality: 100, constrained: true)
        return .inputs([input])
      }
      guard !stated.isEmpty || facts["networkPathAvailability"] != nil else {
        return .notStated(LoggedPolicyInput.silent)
      }
      let paths = stated.filter { $0.quality > 0 }
      guard facts.number("networkPathAvailability") != 0, !paths.isEmpty else {
        input.device.network = NetworkPath(.none, quality: 0)
        return .inputs([input])
      }
      return .inputs(LoggedPolicyInput.each(paths, input) { $0.device.network = $1 })
    })
}
