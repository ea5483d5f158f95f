extension ContextChanges {
  /// The changes with the newest history token, for observers of a save (SR-277).
  func afterSave(in context: ObjectContext) -> ContextChanges {
    guard context.parent == nil else { return self }
    var changes = self
    // The save is complete: if the history cannot be read now, the next reading reports it.
    do { changes.token = try context.coordinator.currentHistoryToken() } catch {}
    return changes
  }
}
