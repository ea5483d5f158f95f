import Foundation
import MomentumCompiler
import MomentumMigrationTesting
import MomentumModel
import MomentumTestSupport
import Testing

/// Which objects a seed links. Frozen stores of users stand for these links, so they stay as they are.
@Suite struct SeedLinkTests {
  /// How many objects each entity has, the links, and why an entity has none.
  private func view(_ objects: SeededObjects) -> String {
    let counts = objects.counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let unfilled = objects.unfilled.sorted { $0.key < $1.key }.map { "no \($0.key): \($0.value)" }
    return ([counts.joined(separator: ", "), objects.links] + unfilled).filter { !$0.isEmpty }
      .joined(separator: "\n")
  }

  /// The objects of one row, two, three and eight for each entity: how many are left, and the links of each.
  @Test(arguments: CaseFile.all(in: "Seeds")) func linksAreAsRecorded(_ file: CaseFile) throws {
    let compiled = try TestingFixture.compiled(try #require(file["model"]))
    var views: [(name: String, text: String)] = []
    for (name, rows) in [("one", 1), ("two", 2), ("three", 3), ("eight", 8)] {
      let objects = StoreSeed(rowsPerEntity: rows).objects(of: compiled)
      views.append((name, view(objects)))
    }
    try file.expect(views)
  }

  /// Counted from the text alone, in both directions.
  @Test(arguments: CaseFile.all(in: "Seeds")) func eachObjectKeepsTheCounts(_ file: CaseFile)
    throws
  {
    let compiled = try TestingFixture.compiled(try #require(file["model"]))
    for rows in 0...9 {
      let objects = try SeededObject.all(StoreSeed(rowsPerEntity: rows).objects(of: compiled).text)
      let counts = try linkCounts(objects, compiled.model)
      for object in objects {
        let entity = try #require(compiled.model.entity(named: object.entity))
        for relationship in compiled.model.relationships(of: entity).map({ compiled.model[$0] })
        where !relationship.isTransient {
          let count = counts["\(object.id) \(relationship.name)"] ?? 0
          let place: Comment = "\(rows) rows: \(count) '\(relationship.name)' of \(object.id)"
          if !relationship.isToMany { #expect(count <= 1, place) }
          if relationship.maximumCount > 0 { #expect(count <= relationship.maximumCount, place) }
          if relationship.isOptional && count == 0 { continue }
          #expect(count >= relationship.minimumCount, place)
          if !relationship.isOptional && !relationship.isToMany { #expect(count == 1, place) }
        }
      }
    }
  }

  /// By object and relationship, `o3 tags`. A to-many that is its own inverse is named by both objects.
  private func linkCounts(
    _ objects: [SeededObject], _ model: ObjectModel
  ) throws -> [String: Int] {
    let ids = Set(objects.map(\.id))
    #expect(ids.count == objects.count)
    var counts: [String: Int] = [:]
    for object in objects {
      for (name, targets) in object.links {
        #expect(Set(targets).count == targets.count, "\(object.id) is linked twice with one object")
        #expect(ids.isSuperset(of: targets), "\(object.id) is linked with no object")
        counts["\(object.id) \(name)", default: 0] += targets.count
        let owner = try #require(model.entity(named: object.entity))
        guard case .relationship(let found) = model.property(named: name, in: owner),
          let inverse = model[found].inverse, inverse != found || !model[found].isToMany
        else { continue }
        for target in targets { counts["\(target) \(model[inverse].name)", default: 0] += 1 }
      }
    }
    return counts
  }
}

/// An object as its JSON says it.
private struct SeededObject {
  var id: String
  var entity: String
  var links: [String: [String]]

  static func all(_ text: String) throws -> [SeededObject] {
    let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(root?["objects"] as? [[String: Any]]).map { object in
      SeededObject(
        id: try #require(object["id"] as? String),
        entity: try #require(object["entity"] as? String),
        links: try #require(object["relationships"] as? [String: Any]).mapValues {
          $0 as? [String] ?? [$0 as? String ?? ""]
        })
    }
  }
}
