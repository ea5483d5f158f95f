import Foundation
import MomentumCodegen
import MomentumModel
import MomentumTestSupport
import Testing

/// Generated Core Data code goes through the real compiler, against the stand-in for Core Data.
@Suite(
  .serialized, .tags(.compiles, .random),
  .enabled(if: CoreDataStub.isPossible, CoreDataStub.reason))
struct ManagedCodeTests {
  /// No option, all in one file, and every option.
  static let variants: [Variant] = [
    Variant("nothing") { _ in },
    Variant("single file") { $0.files = .single },
    Variant("everything") {
      $0.isFinal = true
      $0.files = .split
      $0.optionals = .model
      $0.hasTypedSets = true
      $0.hasKeys = true
      $0.hasObjectIDs = true
      $0.hasFetchedProperties = true
    },
  ]

  struct Variant: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (inout CodegenOptions) -> Void

    init(_ name: String, _ change: @escaping @Sendable (inout CodegenOptions) -> Void) {
      (testDescription, self.change) = (name, change)
    }
  }

  private func expectClean(
    _ mode: CoreDataStub.Mode, _ samples: [Sample],
    _ files: (Sample) -> [GeneratedFile]
  ) throws {
    let compiler = try #require(SwiftCompiler.found)
    try RepositoryFiles.withTemporaryFolder { folder in
      let stub = try CoreDataStub(compiler, in: folder)
      for sample in samples {
        var texts = files(sample).map { (name: $0.name, text: $0.text) }
        texts.append(("App.swift", sample.appCode))
        let output = try stub.typeCheck(texts, mode)
        #expect(output == "", "\(sample.name): \(output)")
      }
    }
  }

  /// In the short form a third of the samples each, so that every mode and every variant meets every sample.
  @Test(arguments: CoreDataStub.Mode.allCases.indices, variants.indices)
  func everyOptionTypeChecks(_ modeIndex: Int, _ variantIndex: Int) throws {
    let (mode, variant) = (CoreDataStub.Mode.allCases[modeIndex], Self.variants[variantIndex])
    let samples = Sample.managed.enumerated().filter { index, _ in
      TestLength.isLong || (index + modeIndex + variantIndex).isMultiple(of: 3)
    }.map(\.element)
    try expectClean(mode, samples) {
      $0.coreData {
        variant.change(&$0)
        $0.isNonisolated = mode == .mainActor
      }
    }
  }

  @Test(arguments: [AccessLevel.package, .internal])
  func everyAccessTypeChecks(_ access: AccessLevel) throws {
    try expectClean(.swift6, Sample.managed) {
      $0.coreData(access) {
        $0.hasKeys = true
        $0.hasObjectIDs = true
      }
    }
  }

  @Test func aBaseClassOfOnesOwnTypeChecks() throws {
    try expectClean(.swift6, [.staff]) { sample in
      let base = GeneratedFile(
        name: "Base.swift",
        text: "public import CoreData\nopen class Base: NSManagedObject, Identifiable {}\n")
      return sample.coreData { $0.baseClass = "Base" } + [base]
    }
  }

  /// What generated code is for: the calls that an app makes.
  @Test func generatedMembersAreUsed() throws {
    let compiler = try #require(SwiftCompiler.found)
    try RepositoryFiles.withTemporaryFolder { folder in
      let stub = try CoreDataStub(compiler, in: folder)
      let files = Sample.cafe.coreData {
        $0.hasKeys = true
        $0.hasObjectIDs = true
        $0.hasTypedSets = true
      }
      let use = """
        import CoreData
        import Foundation

        func use(_ cafe: Cafe, _ town: Town, _ context: NSManagedObjectContext) throws {
          let request: NSFetchRequest<Cafe> = try Cafe.goodCafes(minRating: 4)
          let keys: NSFetchRequest<NSManagedObjectID> = try Cafe.closedKeys()
          let inTown: NSFetchRequest<Cafe> = try Cafe.cafesIn(town: town, names: ["a"])
          let nowhere: NSFetchRequest<Cafe> = try Cafe.cafesIn(town: nil, names: ["a"])
          let id: Cafe.ObjectID = Cafe.ObjectID(cafe)
          let other: Cafe? = try id.object(in: context)
          let name: String = Cafe.Key.name
          let cafes: Set<Cafe>? = town.cafes
          _ = (request, keys, inTown, nowhere, other, name, cafes)
        }
        """
      let texts = files.map { (name: $0.name, text: $0.text) }
      let output = try stub.typeCheck(
        texts + [("App.swift", Sample.cafe.appCode), ("Use.swift", use)])
      #expect(output == "", "\(output)")
    }
  }

  @Test(arguments: UInt64(0)..<TestLength.choose(short: 4, long: 12))
  func codeOfNastyNamesTypeChecks(_ seed: UInt64) throws {
    var sample = Sample.nasty(seed: seed)
    // Any name may be a type of the app.
    for entity in sample.model.entities.indices {
      for index in sample.model.entities[entity].attributes.indices {
        sample.model.entities[entity].attributes[index].valueClassName = nil
      }
    }
    try expectClean(.swift6, [sample]) {
      $0.coreData {
        $0.hasKeys = true
        $0.hasObjectIDs = true
        $0.hasFetchedProperties = true
      }
    }
  }
}

extension Sample {
  static let managed = [cafe, types, staff, names, shadows]

  /// What the app itself has: classes of Category/Extension, and types that user info names.
  var appCode: String {
    switch name {
    case "Cafe": "public import CoreData\nnonisolated public class Tip: NSManagedObject {}\n"
    case "Shadows": "nonisolated public enum Level: Swift.Int16 { case low = 1 }\n"
    default: ""
    }
  }

  /// Classes named like types of Swift and Foundation, attributes named like methods, value types.
  static let shadows: Sample = {
    let names = [
      "Date", "String", "Key", "ObjectID", "Set", "Error", "UUID", "Int16", "NSSet", "Identifiable",
    ]
    let attributes = [
      Attribute(name: "value", type: .double, usesScalarType: true),
      Attribute(name: "primitiveValue", type: .string),
      Attribute(name: "entityName", type: .string),
      Attribute(name: "isDeleted", type: .boolean, usesScalarType: true),
      Attribute(name: "self", type: .string),
      Attribute(name: "id", type: .composite(CompositeID(0))),
      Attribute(name: "date", type: .date, isOptional: true),
      Attribute(name: "uuid", type: .uuid, isOptional: true),
      Attribute(name: "count", type: .integer16, isOptional: true, usesScalarType: true),
      Attribute(name: "table", type: .transformable, valueClassName: "Dictionary<Int, [Int]>"),
      Attribute(
        name: "price", type: .string, isOptional: true,
        userInfo: [
          UserInfoEntry(key: "valueType", value: "Price"),
          UserInfoEntry(key: "valueCases", value: "cheap=$, `default`=\\(x)"),
        ]),
      Attribute(
        name: "category", type: .string,
        userInfo: [
          UserInfoEntry(key: "valueType", value: "Price"),
          UserInfoEntry(key: "valueCases", value: "cheap=$, dear=$$$"),
        ]),
      Attribute(
        name: "level", type: .integer16, isOptional: true, usesScalarType: true,
        userInfo: [UserInfoEntry(key: "valueType", value: "Level")]),
    ]
    let others = names.enumerated().map { index, name in
      Relationship(name: "to\(name)", destination: EntityID(index + 1), isToMany: true)
    }
    let entities =
      [
        Entity(
          name: "Thing", className: "Thing", attributes: attributes, relationships: others,
          fetchedProperties: [FetchedProperty(name: "rest")])
      ]
      + names.map {
        Entity(
          name: $0, className: $0, attributes: [Attribute(name: "when", type: .date)],
          relationships: [
            Relationship(name: "thing", destination: EntityID(0), isOptional: false)
          ])
      }
    let composite = CompositeType(
      name: "Part", elements: [Attribute(name: "a", type: .string)])
    return Sample(
      name: "Shadows", model: ObjectModel(entities: entities, composites: [composite]))
  }()
}
