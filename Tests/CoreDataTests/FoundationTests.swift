import CoreData
import Testing

/// CL-10: the parts of Foundation that an app's model layer needs and Linux lacks.
@Suite struct FoundationTests {
  private final class Counter {
    var value = 0

    func add(_ number: Int, _ manager: UndoManager) {
      value += number
      manager.registerUndo(withTarget: self) { $0.add(-number, manager) }
    }
  }

  @Test func anUndoManagerUndoesGroups() {
    let (manager, counter) = (UndoManager(), Counter())
    counter.add(1, manager)
    counter.add(2, manager)
    manager.setActionName("Add")
    #expect(manager.canUndo && manager.undoActionName == "Add")
    manager.undo()
    #expect(counter.value == 0 && manager.canRedo && !manager.canUndo)
    #expect(manager.redoActionName == "Add")
    manager.redo()
    #expect(counter.value == 3)
    manager.beginUndoGrouping()
    counter.add(4, manager)
    manager.endUndoGrouping()
    manager.undo()
    #expect(counter.value == 3)
    manager.disableUndoRegistration()
    counter.add(5, manager)
    manager.enableUndoRegistration()
    manager.undo()
    #expect(counter.value == 5, "the unregistered change stays")
    manager.removeAllActions()
    #expect(!manager.canUndo && !manager.canRedo)
  }

  @Test func pathsHaveRowsAndSections() {
    var path = IndexPath(row: 3, section: 1)
    #expect(path.row == 3 && path.section == 1 && path.item == 3)
    path.row = 4
    #expect(path == IndexPath(item: 4, section: 1))
  }

  @Test func selectorsAreNames() {
    #expect(Selector("compare:") == NSSelectorFromString("compare:"))
    #expect(NSStringFromSelector("caseInsensitiveCompare:") == "caseInsensitiveCompare:")
    let before = CFAbsoluteTimeGetCurrent()
    #expect(CFAbsoluteTimeGetCurrent() >= before)
  }

  @Test func expressionsHaveValues() {
    let sum = NSExpression(
      forFunction: "add:to:",
      arguments: [NSExpression(forConstantValue: 2), NSExpression(forKeyPath: "x")])
    #expect(sum.expressionValue(with: ["x": 3], context: nil) as? Int == 5)
    #expect(NSExpression(forKeyPath: "a.b").keyPath == "a.b")
    #expect(NSExpression(forKeyPath: "a").expressionType == .keyPath)
    #expect(
      NSExpression(format: "x + %d", 4).expressionValue(with: ["x": 1], context: nil) as? Int == 5)
  }

  @Test func codesHaveNames() {
    let error = NSError(domain: NSCocoaErrorDomain, code: NSManagedObjectMergeError)
    #expect((error as? CocoaError)?.code == .managedObjectMerge)
    #expect(CocoaError.Code.validationMissingMandatoryProperty.rawValue == 1570)
    #expect(CocoaError.Code.persistentStoreIncompatibleVersionHash.rawValue == 134_100)
  }
}
