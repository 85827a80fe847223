extension Simulation {
  /// Says how everything stands at instant zero, and plans what the scenario tells.
  mutating func begin() {
    tell(.scenarioBegins)
    for app in apps.indices { Processes.standAtBegin(app, in: &self) }
    tell(.scenarioBegan)
    agenda.improved = true
  }
}
