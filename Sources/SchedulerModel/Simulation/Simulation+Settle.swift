internal import TaskTrace

extension Simulation {
  /// Processes the agenda until nothing is left to do.
  mutating func settle() {
    while !agenda.isEmpty {
      let agenda = self.agenda
      self.agenda = Agenda()
      if agenda.improved || agenda.worsened {
        notify(.conditionsChanged(improved: agenda.improved, worsened: agenda.worsened))
      }
      Scheduling.consider(agenda, in: &self)
    }
  }
}
