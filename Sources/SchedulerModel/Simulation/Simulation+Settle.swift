internal import TaskTrace

extension Simulation {
  /// Does what the agenda names, until nothing follows any more.
  mutating func settle() {
    while !agenda.isEmpty {
      let agenda = self.agenda
      self.agenda = Agenda()
      if agenda.improved || agenda.worsened {
        tell(.conditionsChanged(improved: agenda.improved, worsened: agenda.worsened))
      }
      Scheduling.consider(agenda, in: &self)
    }
  }
}
