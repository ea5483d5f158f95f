import MomentumCodegen
import MomentumModel
import MomentumTestSupport
import Testing

/// What each option of the Core Data target changes.
@Suite struct ManagedOptionTests {
  // MARK: - Which entities

  @Test(arguments: [
    (
      CodegenOptions.Selection.build,
      [
        "Cafe+CoreDataClass", "Cafe+CoreDataProperties", "Cafe+FetchRequests",
        "Tip+CoreDataProperties",
      ]
    ),
    (.manual, ["Town+CoreDataClass", "Town+CoreDataProperties"]),
    (
      .menu,
      [
        "Cafe+CoreDataClass", "Cafe+CoreDataProperties", "Cafe+FetchRequests",
        "Tip+CoreDataProperties", "Town+CoreDataClass", "Town+CoreDataProperties",
      ]
    ),
  ])
  func codegenSettingSelectsFiles(_ selection: CodegenOptions.Selection, _ names: [String]) {
    let files = Sample.cafe.coreData { $0.selection = selection }
    #expect(files.map(\.name) == names.map { $0 + ".swift" })
  }

  @Test func whatIsLeftOutIsSaid() {
    var options = CodegenOptions(modelName: "Staff")
    let model = Sample.staff.model
    #expect(
      CoreDataEmitter.omissions(model, options: options) == [
        "4 entities are left out ('Person', 'Employee', 'Manager', 'Trainee'), set to codegen "
          + "Manual/None; '--codegen menu' writes all"
      ])
    options.configuration = "Cloud"
    #expect(CoreDataEmitter.emit(model, options: options).isEmpty)
    options = CodegenOptions(modelName: "Shadows")
    options.selection = .menu
    #expect(
      CoreDataEmitter.omissions(Sample.shadows.model, options: options) == [
        "1 fetched property is left out ('Thing.rest'), as Xcode leaves them out; "
          + "'--fetched-properties' writes them"
      ])
  }

  @Test func aConfigurationSelectsItsEntities() {
    var sample = Sample.cafe
    sample.model.configurations = [Configuration(name: "Local", members: [EntityID(2)])]
    let files = sample.coreData { $0.configuration = "Local" }
    #expect(
      files.map(\.name) == ["Town+CoreDataClass.swift", "Town+CoreDataProperties.swift"])
  }

  // MARK: - Types

  @Test(arguments: [
    (".NSArray", "NSArray?"), ("Garden.Bed", "Garden.Bed?"), ("[String]", "[String]?"),
    (".", "NSObject?"), ("Garden.", "NSObject?"), ("..Bed", "NSObject?"),
  ])
  func aValueClassOfTheProductsModuleHasNoModule(_ written: String, _ type: String) {
    let attribute = Attribute(
      name: "beds", type: .transformable, isOptional: true, valueClassName: written)
    let sample = Sample(
      name: "Garden",
      model: ObjectModel(entities: [
        Entity(name: "Garden", className: "Plot", attributes: [attribute])
      ]))
    let managed = sample.coreData().map(\.text).joined()
    #expect(managed.contains("  @NSManaged public var beds: \(type)\n"))
    // A value that needs no framework is the bytes, whatever class they are an archive of.
    #expect(sample.portable().map(\.text).joined().contains("var beds: Data?"))
  }

  // MARK: - Files

  @Test func aClassFileOfOnesOwnIsWrittenOnce() throws {
    let files = Sample.staff.coreData {
      $0.files = .split
      $0.isFinal = true
      $0.baseClass = "Kit.Object"
      $0.imports = ["Kit"]
    }
    #expect(
      files.filter(\.isWrittenOnce).map(\.name) == [
        "Employee.swift", "Manager.swift", "Person.swift",
      ])
    let person = try #require(files.first { $0.name == "Person.swift" })
    expectText(
      person.text,
      """
      // Made by Momentum from the data model, once: yours to edit, never written again.

      import CoreData
      import Foundation
      public import Kit

      #if canImport(ObjectiveC)
        @objc(Person)
      #endif
      public class Person: Kit.Object {}

      """)
    let manager = try #require(files.first { $0.name == "Manager.swift" })
    #expect(manager.text.contains("public final class Manager: Employee {}"))
    #expect(!files.contains { $0.text.contains("Identifiable") })
  }

  /// CL-12: one file for both systems, and the half for Macs alone on request.
  @Test func accessorsForLinuxAreLeftOutOnRequest() throws {
    func town(_ change: (inout CodegenOptions) -> Void) throws -> String {
      try #require(
        Sample.cafe.coreData(.public, change).first { $0.name == "Town+CoreDataProperties.swift" }
      ).text
    }
    let both = try town { _ in }
    #expect(both.contains("  #if canImport(ObjectiveC)\n    @NSManaged public var id: UUID?\n"))
    #expect(both.contains("      get { managedValue(forKey: \"cafes\") }\n"))
    #expect(both.contains("      addManagedObjects(value, forKey: \"cafes\")\n"))
    let apple = try town { $0.isAppleOnly = true }
    #expect(!apple.contains("#if") && !apple.contains("managedValue"))
    let xcode = try town { $0.style = .xcode }
    #expect(!xcode.contains("#if"))
  }

  /// CL-7: a class with another name in Swift says the name in the model.
  @Test func aNameThatSwiftDoesNotAllowIsSaidOnLinux() throws {
    let sample = Sample(
      name: "Garden", model: ObjectModel(entities: [Entity(name: "Plot", className: "My-Plot")]))
    let text = sample.coreData().map(\.text).joined()
    #expect(
      text.contains(
        "  #if !canImport(ObjectiveC)\n"
          + "    override public class var objectiveCName: String { \"My-Plot\" }\n  #endif\n"))
  }

  @Test func oneFileHasEverything() {
    let files = Sample.cafe.coreData { $0.files = .single }
    #expect(files.map(\.name) == ["Cafe+CoreData.swift"])
    #expect(files[0].text.contains("class Cafe: NSManagedObject"))
    #expect(files[0].text.contains("func goodCafes("))
  }

  // MARK: - Properties

  private func properties(
    _ sample: Sample, _ name: String, _ change: (inout CodegenOptions) -> Void
  ) -> [Substring] {
    let file = sample.coreData(.public, change).first { $0.name.hasPrefix("\(name)+CoreDataProp") }
    return (file?.text ?? "").split(separator: "\n").map { $0.drop { $0 == " " } }
  }

  @Test func optionalsFollowTheModel() {
    let lines = properties(.cafe, "Cafe") {
      $0.optionals = .model
      $0.hasTypedSets = true
    }
    #expect(lines.contains("@NSManaged public var name: String"))
    #expect(lines.contains("@NSManaged public var opened: Date?"))
    #expect(lines.contains("public var rating: Double? {"))
    #expect(lines.contains("@NSManaged public var isOpen: Bool"))
    #expect(
      properties(.cafe, "Town") { $0.hasTypedSets = true }
        .contains("@NSManaged public var cafes: Set<Cafe>?"))
  }

  @Test func namesOfMethodsWithParametersAreFree() {
    let lines = properties(.shadows, "Thing") { _ in }
    #expect(lines.contains("@NSManaged public var value: Double"))
    #expect(lines.contains("@NSManaged public var primitiveValue: Swift.String?"))
    #expect(lines.contains("public var isDeleted_: Bool? {"))
    #expect(lines.contains("@NSManaged public var date: Foundation.Date?"))
    #expect(lines.contains("@NSManaged public var table: Dictionary<Int, [Int]>?"))
    #expect(!lines.contains { $0.contains("var rest") || $0.hasPrefix("extension Thing:") })
  }

  @Test func userInfoGivesAPropertyItsType() {
    let lines = properties(.shadows, "Thing") { _ in }
    #expect(lines.contains("public var category: Price? {"))
    #expect(lines.contains("public var level: Level? {"))
    #expect(
      lines.contains(
        #"guard let rawValue = primitiveValue(forKey: "level") as? Level.RawValue else {"#))
    #expect(lines.contains(#"setPrimitiveValue(newValue?.rawValue, forKey: "level")"#))
    let enums = Sample.shadows.coreData().first { $0.name == "Shadows+ValueTypes.swift" }
    #expect(enums?.text.contains(#"case dear = "$$$""#) == true)
  }

  @Test func namesOfAddedTypesAvoidClassesAndProperties() {
    let lines = properties(.shadows, "Thing") {
      $0.hasKeys = true
      $0.hasObjectIDs = true
    }
    #expect(lines.contains("public enum Key_ {"))
    #expect(lines.contains(#"public static let value: Swift.String = "value""#))
    #expect(
      lines.contains("public struct ObjectID_: RawRepresentable, Hashable, Sendable {"))
  }

  // MARK: - The table

  @Test func everyOptionIsSetByNameAndByKey() throws {
    for option in CodegenOption.all {
      var options = CodegenOptions(modelName: "M")
      let value: CodegenOption.Value =
        switch option.values {
        case .choice(let words): .text(words[words.count - 1])
        case .flag: .flag(true)
        case .text: .text("Store")
        case .list: .list(["UIKit"])
        }
      try options.set(option.name, to: value)
      #expect(options != CodegenOptions(modelName: "M"), "\(option.name)")
      var again = CodegenOptions(modelName: "M")
      try again.set(option.key, to: value)
      #expect(again == options)
    }
    #expect(Set(CodegenOption.all.map(\.name)).count == CodegenOption.all.count)
  }

  @Test func standardsAreThoseOfTheOptions() throws {
    for option in CodegenOption.all {
      guard case .choice = option.values else { continue }
      var options = CodegenOptions(modelName: "M")
      try options.set(option.name, to: .text(option.standard))
      #expect(options == CodegenOptions(modelName: "M"), "\(option.name)")
    }
  }

  @Test(arguments: [
    ("codegen", CodegenOption.Value.text("all"), "'codegen' is one of 'build', 'manual', 'menu'"),
    ("baseClass", .text("A {}; class B"), "'baseClass' is the name of a Swift class"),
    ("imports", .list(["UIKit; import Evil"]), "'imports' is a list of module names"),
    ("final", .text("yes"), "'final' is true or false"),
    ("colour", .flag(true), "there is no option 'colour'"),
  ])
  func wrongValuesAreRefused(_ name: String, _ value: CodegenOption.Value, _ text: String) {
    var options = CodegenOptions(modelName: "M")
    let before = options
    let error = #expect(throws: CodegenOptionError.self) { try options.set(name, to: value) }
    #expect(error?.description == text)
    #expect(options == before)
  }

  @Test func optionTextsThatAreNoNamesWriteNothing() {
    let files = Sample.staff.coreData {
      $0.baseClass = "A {}; class B"
      $0.imports = ["UIKit\nimport Evil"]
    }
    #expect(!files.contains { $0.text.contains("Evil") || $0.text.contains("A {}") })
  }
}
