internal import TaskTrace

/// A busy processor (scheduler facts 3.4; rule C18). Running work is exempt.
enum CPUUsagePolicy {
  static let name = "CPUUsagePolicy"

  static func evaluate(_ input: PolicyInput) -> PolicyResponse? {
    guard !input.activity.running, input.activity.priority < .userInitiated else { return nil }
    let (weight, load, limit) = (input.profile[.cpuWeight], Double(input.device.cpu), input.profile[.cpuMost])
    guard load <= limit else {
      return Policy.decide(name, weight, .mustNotProceed, rationale(load, limit), input)
    }
    return Policy.proceed(name, weight, (100 - load) / 100, rationale(load, limit), input)
  }

  private static func rationale(_ load: Double, _ limit: Double) -> String {
    comparison("Max allowed CPU Usage level", required: limit, observed: load)
  }
}
