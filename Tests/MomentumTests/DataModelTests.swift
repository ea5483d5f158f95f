import Foundation
import Momentum
import MomentumTestSupport
import Testing

/// The front door, with the import of one module.
@Suite struct DataModelTests {
  private static let bundle = RepositoryFiles.url("Models/BubbleTea.xcdatamodeld").path

  private func model(_ attributes: String) throws -> DataModel {
    try DataModel(
      contents: """
        <model><entity name="Shop" representedClassName="Shop" codeGenerationType="class">\(attributes)</entity></model>
        """, path: "Shops.xcdatamodel/contents")
  }

  private func attribute(_ name: String, _ type: String) -> String {
    "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"\(type)\"/>"
  }

  private func error(_ body: () throws(DataModelError) -> Void) -> String {
    do throws(DataModelError) {
      try body()
    } catch { return error.description }
    return "no error"
  }

  @Test func aBundleIsReadWithItsNames() throws {
    let model = try DataModel(contentsOf: Self.bundle)
    #expect(model.name == "BubbleTea")
    #expect(model.version == "BubbleTea 2")
    #expect(model.checksum == "EBtNCJcbcfbq3m2uuKpT2tJIKgKmhB8f9xCbcJ7rEZc=")
    #expect(model.versionHashes["Venue"]?.count == 32)
    #expect(model.diagnostics.hasErrors == false)
  }

  @Test func aVersionIsReadByItsName() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let bundle = folder.appendingPathComponent("Shops.xcdatamodeld")
      for (version, type) in [("Shops", "String"), ("Shops 2", "Date")] {
        let place = bundle.appendingPathComponent("\(version).xcdatamodel")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try "<model><entity name=\"Shop\">\(attribute("opened", type))</entity></model>".write(
          to: place.appendingPathComponent("contents"), atomically: false, encoding: .utf8)
      }
      let second = try DataModel(contentsOf: bundle.path, version: "Shops 2")
      #expect(second.version == "Shops 2")
      #expect(second.schema().contains("ZOPENED TIMESTAMP"))
      let text = error { () throws(DataModelError) in
        _ = try DataModel(contentsOf: bundle.path, version: "Shops 3")
      }
      #expect(text.contains("Shops 3"), "\(text)")
    }
  }

  @Test func whatCannotBeReadIsAnErrorWithItsPlace() throws {
    let missing = error { () throws(DataModelError) in
      _ = try DataModel(contentsOf: "/nowhere/App.xcdatamodeld")
    }
    #expect(missing.contains("/nowhere/App.xcdatamodeld"), "\(missing)")
    let broken = error { () throws(DataModelError) in
      _ = try DataModel(
        contents: "<model><entity name=\"A\" parentEntity=\"B\"/></model>", path: "X/contents")
    }
    #expect(broken.hasPrefix("X/contents:1:"), "\(broken)")
    #expect(broken.contains("'B'"), "\(broken)")
  }

  @Test func findingsThatAreNoErrorsAreInTheReview() throws {
    let model = try DataModel(
      contents: """
        <model>
          <entity name="Shop">
            <attribute name="count" attributeType="Integer 16"/>
          </entity>
        </model>
        """)
    #expect(model.review().all.map(\.id).contains("model.required-without-default"))
    let strict = model.review(cloudKit: true).all.map(\.id)
    #expect(Set(strict).subtracting(model.review().all.map(\.id)).isEmpty == false)
  }

  @Test func tablesAreMadeForThreeLayouts() throws {
    let model = try model(attribute("name", "String"))
    #expect(model.schema().contains("CREATE TABLE ZSHOP"))
    #expect(model.schema(for: .plain(.sqlite)).contains("name TEXT"))
    #expect(model.schema(for: .plain(.postgreSQL)).contains("GENERATED"))
  }

  @Test func requestsBecomeSQLOfTheLayout() throws {
    let model = try model(attribute("name", "String") + attribute("rating", "Integer 16"))
    let request = RequestInput(entity: "Shop", predicate: "rating > %@", arguments: ["3"], limit: 5)
    #expect(try model.sql(for: request).text.contains("FROM ZSHOP t0 WHERE  t0.ZRATING > "))
    #expect(try model.sql(for: request).bindings == [.value(.integer(3))])
    #expect(
      try model.sql(for: request, in: .plain(.postgreSQL)).text.contains("FROM shop t0"))
    let text = error { () throws(DataModelError) in
      _ = try model.sql(for: RequestInput(entity: "Shop", predicate: "ratin > 3"))
    }
    #expect(text.contains("ratin"), "\(text)")
  }

  @Test func aStoreIsMadeAndRecognised() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("shops.sqlite").path
      let old = try model(attribute("name", "String"))
      let new = try model(attribute("name", "String") + attribute("opened", "Date"))
      try old.createStore(at: path)
      #expect(try old.matches(storeAt: path))
      #expect(try !new.matches(storeAt: path))
      let twice = error { () throws(DataModelError) in try old.createStore(at: path) }
      #expect(twice.contains(path), "\(twice)")
      let none = error { () throws(DataModelError) in
        _ = try old.matches(storeAt: path + ".missing")
      }
      #expect(none.contains("no such file"), "\(none)")
      // The store that Momentum makes keeps a copy of its model.
      #expect(try DataModel(contentsOf: path).matches(storeAt: path))
      let version = error { () throws(DataModelError) in
        _ = try DataModel(contentsOf: path, version: "Shops")
      }
      #expect(version.contains("is a store"), "\(version)")
    }
  }

  @Test func changesSayWhatStoresLose() throws {
    let old = try model(attribute("name", "String") + attribute("opened", "Date"))
    let new = try model(attribute("name", "String"))
    let changes = new.changes(since: old)
    #expect(changes.migrationClass == MigrationClass.dropsData)
    #expect(changes.text.contains("opened"))
    #expect(changes.markdown.contains("opened"))
    #expect(changes.json.contains("\"formatVersion\""))
    #expect(old.changes(since: old).migrationClass == .nothing)
    #expect(old.changes(since: new).migrationClass == .lossless)
  }

  @Test func codeAndPicturesAreMade() throws {
    let model = try model(attribute("name", "String"))
    let files = model.swiftFiles(.swift)
    #expect(files.contains { $0.name == "Shop.swift" && $0.text.contains("struct Shop") })
    #expect(
      model.swiftFiles(.coreData).contains {
        $0.text.contains("NSManagedObject") && $0.name.hasPrefix("Shop")
      })
    #expect(model.diagram().hasPrefix("<svg"))
    #expect(model.diagram(.mermaid).hasPrefix("classDiagram"))
    #expect(model.diagram(.dot).hasPrefix("digraph"))
    #expect(model.json.contains("\"formatVersion\""))
  }
}
