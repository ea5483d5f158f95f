import MomentumCodegen
import MomentumModel
import MomentumTestSupport
import Testing

/// `--style xcode`: the layout of Xcode's own files, and what becomes of those that are there.
@Suite struct XcodeStyleTests {
  private static let garden: Sample = {
    let optional = { (name: String, type: AttributeType) in
      Attribute(name: name, type: type, isOptional: true)
    }
    let plot = Entity(
      name: "Plot", className: "Plot",
      attributes: [
        optional("title", .string), optional("area", .double), optional("dug", .date),
        Attribute(name: "number", type: .integer16, usesScalarType: true),
      ],
      relationships: [
        Relationship(
          name: "beds", destination: EntityID(1), inverse: RelationshipID(EntityID(1), 0),
          isToMany: true, isOptional: true)
      ])
    let bed = Entity(
      name: "Bed", className: "Bed",
      relationships: [
        Relationship(
          name: "plot", destination: EntityID(0), inverse: RelationshipID(EntityID(0), 0),
          isOptional: true)
      ])
    let raised = Entity(name: "RaisedBed", className: "RaisedBed", parent: EntityID(1))
    return Sample(name: "Garden", model: ObjectModel(entities: [plot, bed, raised]))
  }()

  private func files(_ change: (inout CodegenOptions) -> Void = { _ in }) -> [String: String] {
    let files = Self.garden.coreData {
      $0.style = .xcode
      change(&$0)
    }
    return Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) })
  }

  private static let properties = """
    //
    //  Plot+CoreDataProperties.swift
    //  Garden
    //
    //
    //

    import Foundation
    import CoreData


    extension Plot {

        @nonobjc public class func fetchRequest() -> NSFetchRequest<Plot> {
            return NSFetchRequest<Plot>(entityName: "Plot")
        }

        @NSManaged public var area: NSNumber?
        @NSManaged public var dug: Date?
        @NSManaged public var number: Int16
        @NSManaged public var title: String?
        @NSManaged public var beds: NSSet?

    }

    // MARK: Generated accessors for beds
    extension Plot {

        @objc(addBedsObject:)
        @NSManaged public func addToBeds(_ value: Bed)

        @objc(removeBedsObject:)
        @NSManaged public func removeFromBeds(_ value: Bed)

        @objc(addBeds:)
        @NSManaged public func addToBeds(_ values: NSSet)

        @objc(removeBeds:)
        @NSManaged public func removeFromBeds(_ values: NSSet)

    }

    extension Plot : Identifiable {

    }

    """

  @Test func filesAreLaidOutAsXcodeDoesIt() throws {
    let files = files()
    expectText(try #require(files["Plot+CoreDataProperties.swift"]), Self.properties)
    expectText(
      try #require(files["RaisedBed+CoreDataProperties.swift"]),
      """
      //
      //  RaisedBed+CoreDataProperties.swift
      //  Garden
      //
      //
      //

      import Foundation
      import CoreData


      extension RaisedBed {

          @nonobjc public class func fetchRequest() -> NSFetchRequest<RaisedBed> {
              return NSFetchRequest<RaisedBed>(entityName: "RaisedBed")
          }


      }

      """)
    expectText(
      try #require(files["RaisedBed+CoreDataClass.swift"]),
      """
      //
      //  RaisedBed+CoreDataClass.swift
      //  Garden
      //
      //
      //

      import Foundation
      import CoreData

      @objc(RaisedBed)
      public class RaisedBed: Bed {

      }

      """)
  }

  @Test func aClassFileIsItsOwnersAndRequestsGetNoFile() {
    let files = Sample.cafe.coreData { $0.style = .xcode }
    let once = files.filter { $0.isWrittenOnce }.map(\.name)
    let classes = files.map(\.name).filter { $0.hasSuffix("+CoreDataClass.swift") }
    #expect(once == classes && !once.isEmpty)
    let names = files.map(\.name)
    #expect(names.filter { $0.hasSuffix("+FetchRequests.swift") } == [])
    var options = CodegenOptions(modelName: "Cafe")
    options.style = .xcode
    var model = Sample.cafe.model
    model.fetchRequests = [StoredFetchRequest(name: "all", entity: EntityID(0))]
    let omissions = CoreDataEmitter.omissions(model, options: options)
    let hint = "'--style swift-format' writes a function for each"
    #expect(omissions.filter { $0.hasSuffix(hint) }.count == 1)
  }

  // MARK: - Files that are there

  /// What an earlier Xcode wrote for the same entity, each change of form by itself.
  static let forms: [(String, String)] = [
    ("//\n//\n//\n", "//\n//  Created by A. Gardener on 3/4/19.\n//\n"),
    ("import Foundation\nimport CoreData\n", "import Foundation\nimport CoreData\nimport Kit\n"),
    ("import Foundation\nimport CoreData\n", "public import Foundation\npublic import CoreData\n"),
    ("(entityName: \"Plot\")", "(entityName: \"Plot\");"),
    ("Date?", "NSDate?"),
    ("\nextension Plot : Identifiable {\n\n}\n", ""),
    ("@NSManaged public", "@NSManaged"),
    ("@NSManaged public", "@NSManaged nonisolated public"),
    ("    }\n\n    @NSManaged public var area", "    }\n\n\n    @NSManaged public var area"),
    ("\n", "\r\n"),
  ]

  @Test(arguments: forms) func aFileOfAnEarlierXcodeStays(_ old: String, _ new: String) {
    let existing = Self.properties.replacing(old, with: new)
    #expect(existing != Self.properties)
    #expect(XcodeFile.merge(Self.properties, into: existing) == .keep)
  }

  @Test func theOrderOfPropertiesStays() {
    let line = "    @NSManaged public var area: NSNumber?\n"
    let existing = Self.properties.replacing(line, with: "").replacing(
      "var beds: NSSet?\n", with: "var beds: NSSet?\n" + line)
    #expect(XcodeFile.merge(Self.properties, into: existing) == .keep)
  }

  @Test func aNewPropertyIsAllThatChanges() {
    let header = "//  Created by A. Gardener on 3/4/19.\n//\n"
    let old = Self.properties.replacing("//\n//\n\n", with: header + "\n")
      .replacing("Date?", with: "NSDate?")
    let line = "    @NSManaged public var number: Int16\n"
    #expect(old.contains(header))
    #expect(
      XcodeFile.merge(Self.properties, into: old.replacing(line, with: "")) == .replace(old))
  }

  @Test(arguments: [
    ("var title: String?", "var title: String"),
    ("var title: String?", "var title: String? // shown in the list"),
    (
      "    @NSManaged public var beds",
      "    var isLarge: Bool { number > 3 }\n    @NSManaged public var beds"
    ),
    ("NSSet?\n", "NSMutableSet?\n"),
    ("extension Plot : Identifiable {\n\n}", "extension Plot : Identifiable {\n\n}\n\nlet a = 1"),
  ])
  func whatAPersonWroteIsLeftAlone(_ old: String, _ new: String) {
    let existing = Self.properties.replacing(old, with: new)
    #expect(existing != Self.properties)
    #expect(XcodeFile.merge(Self.properties, into: existing) == .edited)
  }

  @Test func whatAPersonWroteAboveIsLeftAlone() {
    let existing = Self.properties.replacing(
      "import CoreData\n", with: "import CoreData\nlet b = 2\n")
    // As long as the file says what the model says, there is nothing to decide.
    #expect(XcodeFile.merge(Self.properties, into: existing) == .keep)
    let outgrown = existing.replacing("    @NSManaged public var number: Int16\n", with: "")
    #expect(XcodeFile.merge(Self.properties, into: outgrown) == .edited)
  }

  @Test func aFileOfTheOtherStyleIsReplaced() throws {
    let other = Self.garden.coreData()
    let file = try #require(other.first { $0.name == "Plot+CoreDataProperties.swift" })
    #expect(XcodeFile.merge(Self.properties, into: file.text) == .replace(Self.properties))
  }

  /// Whatever a file is cut to, it is kept, replaced or left: the parts of lines are no reason to stop.
  @Test func aFileCutAnywhereIsRead() {
    let bytes = Array(Self.properties.utf8)
    for end in bytes.indices {
      let cut = String(decoding: bytes[..<end], as: UTF8.self)
      if case .replace(let text) = XcodeFile.merge(Self.properties, into: cut) {
        #expect(text.contains("var title: String?"))
      }
    }
  }
}
