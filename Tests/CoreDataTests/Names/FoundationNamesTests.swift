import CoreData
import Testing

/// CL-10: what Foundation has on a Mac and Linux lacks, by the names that sources use less often.
@Suite struct FoundationNamesTests {
  private final class Counter {
    var value = 0
    var log: [String] = []

    func add(_ number: Int, _ manager: UndoManager) {
      value += number
      if manager.isUndoing { log.append("undo \(number)") }
      if manager.isRedoing { log.append("redo \(number)") }
      manager.registerUndo(withTarget: self, handler: { $0.add(-number, manager) })
    }
  }

  @Test func anUndoManagerKnowsWhatItDoes() {
    let (manager, counter) = (UndoManager(), Counter())
    #expect(manager.groupsByEvent && manager.groupingLevel == 0 && manager.levelsOfUndo == 0)
    #expect(manager.undoMenuItemTitle == "Undo" && manager.redoMenuItemTitle == "Redo")
    manager.beginUndoGrouping()
    #expect(manager.groupingLevel == 1)
    counter.add(1, manager)
    manager.endUndoGrouping()
    manager.setActionName("Add")
    #expect(manager.groupingLevel == 0 && manager.undoMenuItemTitle == "Undo Add")
    manager.undo()
    #expect(manager.redoMenuItemTitle == "Redo Add" && !manager.isUndoing)
    manager.redo()
    #expect(counter.log == ["undo -1", "redo 1"] && !manager.isRedoing)
  }

  @Test func registrationIsSwitchedOff() {
    let (manager, counter) = (UndoManager(), Counter())
    manager.disableUndoRegistration()
    #expect(!manager.isUndoRegistrationEnabled)
    counter.add(1, manager)
    manager.enableUndoRegistration()
    #expect(manager.isUndoRegistrationEnabled && !manager.canUndo)
  }

  @Test func actionsOfOneTargetAreRemoved() {
    let (manager, kept, gone) = (UndoManager(), Counter(), Counter())
    kept.value = 5
    for counter in [kept, gone] {
      manager.registerUndo(withTarget: counter, handler: { $0.value += 1 })
    }
    manager.removeAllActions(withTarget: gone)
    manager.undo()
    #expect(kept.value == 6 && gone.value == 0)
  }

  @Test func onlyTheLastLevelsAreKept() {
    let (manager, counter) = (UndoManager(), Counter())
    manager.levelsOfUndo = 2
    for number in 1...3 {
      manager.beginUndoGrouping()
      counter.add(number, manager)
      manager.endUndoGrouping()
    }
    manager.undoNestedGroup()
    manager.undoNestedGroup()
    manager.undoNestedGroup()
    #expect(counter.value == 1 && !manager.canUndo, "the first group was given up")
  }

  private final class Reversing: ValueTransformer {
    override class func transformedValueClass() -> AnyClass { NSString.self }
    override class func allowsReverseTransformation() -> Bool { false }
    override func transformedValue(_ value: Any?) -> Any? {
      (value as? String).map { String($0.reversed()) }
    }
  }

  @Test func transformersHaveNamesAndClasses() {
    let name = NSValueTransformerName(rawValue: "Reversing")
    #expect(name.rawValue == "Reversing" && name == NSValueTransformerName("Reversing"))
    ValueTransformer.setValueTransformer(Reversing(), forName: name)
    #expect(ValueTransformer.valueTransformerNames().contains(name))
    #expect(ValueTransformer(forName: name)?.transformedValue("abc") as? String == "cba")
    #expect(Reversing.transformedValueClass() is NSString.Type)
    #expect(!Reversing.allowsReverseTransformation())
    #expect(ValueTransformer.allowsReverseTransformation())
    ValueTransformer.setValueTransformer(nil, forName: name)
    #expect(ValueTransformer(forName: name) == nil)
  }

  /// A transformer that Xcode names for attributes of collections.
  private final class Words: NSSecureUnarchiveFromDataTransformer {
    override class var allowedTopLevelClasses: [AnyClass] { [NSArray.self, NSString.self] }
  }

  @Test func archivedValuesAreTransformedBothWays() throws {
    let standardName = NSValueTransformerName.secureUnarchiveFromDataTransformerName
    #expect(standardName.rawValue == "NSSecureUnarchiveFromData")
    let words = Words()
    let data = try #require(words.reverseTransformedValue(["a", "b"]) as? Data)
    #expect(words.transformedValue(data) as? [String] == ["a", "b"])
    #expect(words.transformedValue(Data([1, 2, 3])) == nil, "no archive")
    var bytes = Array(data)
    let name = Array("NSArray".utf8)
    let places = bytes.indices.filter { bytes[$0...].starts(with: name) }
    for place in places { bytes[place + 6] = UInt8(ascii: "x") }
    #expect(!places.isEmpty)
    #expect(words.transformedValue(Data(bytes)) == nil, "a class that is not there")
    #expect(Words.allowedTopLevelClasses.count == 2)
    let standard: [AnyClass] = NSSecureUnarchiveFromDataTransformer.allowedTopLevelClasses
    #expect(standard.isEmpty, "every class is allowed")
  }

  @Test func everyProgramHasTheStandardTransformers() throws {
    let names: [(NSValueTransformerName, String)] = [
      (.negateBooleanTransformerName, "NSNegateBoolean"), (.isNilTransformerName, "NSIsNil"),
      (.isNotNilTransformerName, "NSIsNotNil"),
      (.unarchiveFromDataTransformerName, "NSUnarchiveFromData"),
      (.keyedUnarchiveFromDataTransformerName, "NSKeyedUnarchiveFromData"),
      (.secureUnarchiveFromDataTransformerName, "NSSecureUnarchiveFromData"),
    ]
    let transformers = try names.map { name, text in
      #expect(name.rawValue == text && ValueTransformer.valueTransformerNames().contains(name))
      return try #require(ValueTransformer(forName: name))
    }
    #expect(transformers[0].transformedValue(true) as? Bool == false)
    #expect(transformers[0].reverseTransformedValue(false) as? Bool == true)
    #expect(transformers[1].transformedValue(nil) as? Bool == true)
    #expect(transformers[1].transformedValue("a") as? Bool == false)
    #expect(transformers[2].transformedValue("a") as? Bool == true)
    #expect(type(of: transformers[2]).transformedValueClass() is NSNumber.Type)
    #expect(!type(of: transformers[2]).allowsReverseTransformation())
    for transformer in transformers[3...] {
      let data = transformer.reverseTransformedValue(["a"])
      #expect(data is Data && transformer.transformedValue(data) as? [String] == ["a"])
    }
  }

  @Test func timesAreSecondsOfTheReferenceDate() {
    let time: CFAbsoluteTime = 86_400
    #expect(Date(timeIntervalSinceReferenceDate: time).timeIntervalSince1970 == 978_393_600)
    let selector = Selector(stringLiteral: "compare:")
    #expect(selector == "compare:" && selector.description == "compare:")
    #expect([selector: 1][Selector("compare:")] == 1, "equal selectors have one hash")
  }
}
