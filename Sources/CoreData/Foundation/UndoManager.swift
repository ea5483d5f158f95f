/// Undoes and redoes what objects have registered, in groups.
///
/// Foundation on Linux has no such class. There is no event loop that ends a group either: with
/// `groupsByEvent`, a group begins with the first action and ends with `undo()`, or with a group that
/// is opened and closed by the program.
open class UndoManager: NSObject {
  private struct Action {
    weak var target: AnyObject?
    let body: () -> Void
  }

  private final class Group {
    var actions: [Action] = []
    var name = ""
  }

  private var undoStack: [Group] = []
  private var redoStack: [Group] = []
  private var openGroups: [Group] = []
  private var disabled = 0
  open private(set) var isUndoing = false
  open private(set) var isRedoing = false
  open var groupsByEvent = true
  /// The most groups that are kept; 0 for all.
  open var levelsOfUndo = 0 { didSet { trim() } }

  public override init() { super.init() }

  // MARK: - Groups

  open var groupingLevel: Int { openGroups.count }

  open func beginUndoGrouping() { openGroups.append(Group()) }

  open func endUndoGrouping() {
    guard let group = openGroups.popLast() else {
      CoreDataException.raise(
        "NSInternalInconsistencyException",
        "endUndoGrouping called with no matching begin")
    }
    guard !group.actions.isEmpty else { return }
    guard let outer = openGroups.last else { return push(group) }
    outer.actions += group.actions
  }

  private func push(_ group: Group) {
    if isUndoing {
      redoStack.append(group)
    } else {
      undoStack.append(group)
      if !isRedoing { redoStack = [] }
    }
    trim()
  }

  private func trim() {
    guard levelsOfUndo > 0 else { return }
    undoStack = undoStack.suffix(levelsOfUndo)
    redoStack = redoStack.suffix(levelsOfUndo)
  }

  // MARK: - Registering

  open var isUndoRegistrationEnabled: Bool { disabled == 0 }
  open func disableUndoRegistration() { disabled += 1 }

  open func enableUndoRegistration() {
    guard disabled > 0 else {
      CoreDataException.raise(
        "NSInternalInconsistencyException",
        "enableUndoRegistration called with no matching disable")
    }
    disabled -= 1
  }

  /// Adds an action to the open group. While an undo runs, it is an action for the redo.
  public func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping (Target) -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    if openGroups.isEmpty { openGroups.append(Group()) }
    openGroups.last?.actions.append(
      Action(target: target) { [weak target] in if let target { handler(target) } })
    if !isUndoing, !isRedoing { redoStack = [] }
  }

  open func removeAllActions() {
    undoStack = []
    redoStack = []
    openGroups = []
  }

  open func removeAllActions(withTarget target: Any) {
    let target = target as AnyObject
    for group in undoStack + redoStack + openGroups {
      group.actions.removeAll { $0.target == nil || $0.target === target }
    }
    undoStack.removeAll(where: \.actions.isEmpty)
    redoStack.removeAll(where: \.actions.isEmpty)
  }

  // MARK: - Undoing

  open var canUndo: Bool { !undoStack.isEmpty || openGroups.contains { !$0.actions.isEmpty } }
  open var canRedo: Bool { !redoStack.isEmpty }

  /// Undoes the last group. A group that began with an action ends now.
  open func undo() {
    if openGroups.count == 1 { endUndoGrouping() }
    undoNestedGroup()
  }

  open func undoNestedGroup() {
    guard let group = undoStack.popLast() else { return }
    isUndoing = true
    run(group)
    isUndoing = false
  }

  open func redo() {
    guard let group = redoStack.popLast() else { return }
    isRedoing = true
    run(group)
    isRedoing = false
  }

  private func run(_ group: Group) {
    beginUndoGrouping()
    openGroups.last?.name = group.name
    for action in group.actions.reversed() { action.body() }
    let made = openGroups.last
    endUndoGrouping()
    made?.name = group.name
  }

  // MARK: - Names

  open func setActionName(_ actionName: String) {
    (openGroups.last ?? undoStack.last)?.name = actionName
  }
  open var undoActionName: String { (openGroups.last ?? undoStack.last)?.name ?? "" }
  open var redoActionName: String { redoStack.last?.name ?? "" }
  open var undoMenuItemTitle: String { undoActionName.isEmpty ? "Undo" : "Undo \(undoActionName)" }
  open var redoMenuItemTitle: String { redoActionName.isEmpty ? "Redo" : "Redo \(redoActionName)" }
}
