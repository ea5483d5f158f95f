import MomentumObjects

/// Registers the changes of a context with its undo manager: one action for the changes of one event.
final class ContextUndo {
  let manager: UndoManager
  private weak var context: NSManagedObjectContext?
  private var isRestoring = false

  init(_ manager: UndoManager, _ context: NSManagedObjectContext) {
    self.manager = manager
    self.context = context
    context.core.undoHistory = UndoHistory()
  }

  deinit {
    guard let context else { return }
    context.core.undoHistory = nil
    manager.removeAllActions(withTarget: context)
  }

  func changesWereProcessed() {
    guard !isRestoring, let context, let history = context.core.undoHistory, history.canUndo else {
      return
    }
    // Changes that the manager is not to know of must not come back with later ones.
    guard manager.isUndoRegistrationEnabled else { return history.leaveOutGroup() }
    history.endGroup()
    register(context, undoes: true)
  }

  private func register(_ context: NSManagedObjectContext, undoes: Bool) {
    manager.registerUndo(withTarget: context) { [weak self] context in
      guard let self else { return }
      isRestoring = true
      if undoes { context.core.undo() } else { context.core.redo() }
      context.processPendingChanges()
      isRestoring = false
      register(context, undoes: !undoes)
    }
  }
}
