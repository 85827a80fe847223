internal import TaskTrace

extension Simulation {
  /// Looks at whatever the agenda names, until nothing follows any more.
  ///
  /// Improvements and due times may start what waits; deteriorations only end what runs (rules C33, C34). A request is
  /// scored again after a deterioration too, so that what stands in its way is known, but it does not start for it.
  mutating func settle() {
    while !agenda.isEmpty {
      let agenda = self.agenda
      self.agenda = Agenda()
      if agenda.improved || agenda.worsened {
        tell(.conditionsChanged(improved: agenda.improved, worsened: agenda.worsened))
      }
      if agenda.improved {
        for task in state.submissions.waiting { Scheduling.evaluate(task, mayStart: true, in: &self) }
      } else {
        for task in agenda.tasks { Scheduling.evaluate(task, mayStart: true, in: &self) }
        if agenda.worsened {
          for task in state.submissions.waiting where !agenda.tasks.contains(task) {
            Scheduling.evaluate(task, mayStart: false, in: &self)
          }
        }
      }
    }
  }
}
