extension Simulation {
  /// Reports the initial state at instant zero, and schedules what the scenario specifies.
  mutating func begin() {
    notify(.scenarioBegins)
    for app in apps.indices { Processes.beginPresent(app, in: &self) }
    notify(.scenarioBegan)
    agenda.improved = true
  }
}
