import Foundation
import MomentumCompiler
import MomentumDiagnostics
import MomentumLanguageServer
import MomentumModelFiles
import MomentumTestSupport
import Testing

@Suite struct FeatureTests {
  /// Runs a feature at a cursor in one of the files.
  private func at<Result>(
    _ place: String, in path: KeyPath<Workshop, String>,
    _ body: (Analysis, SourceFile, Int, Workshop) throws -> Result
  ) async throws -> Result {
    try await Workshop.with { shop in
      let file = shop[keyPath: path]
      let original = try #require(shop.files.first { $0.path == file }).text
      let cursor = CursorText(place)
      let start = try #require(original.firstRange(of: cursor.text), "no '\(cursor.text)'")
      let offset = original.utf8.distance(from: original.startIndex, to: start.lowerBound)
      let analysis = try #require(shop.analysis())
      return try body(
        analysis, SourceFile(path: file, text: original), offset + cursor.offset, shop)
    }
  }

  /// The labels of a completion after a text was typed in place of another.
  private func labels(
    _ typed: String, for old: String, in path: KeyPath<Workshop, String>
  ) async throws -> [String] {
    try await Workshop.with { shop in
      let file = shop[keyPath: path]
      let original = try #require(shop.files.first { $0.path == file }).text
      let range = try #require(original.firstRange(of: old), "no '\(old)'")
      let cursor = CursorText(original.replacingCharacters(in: range, with: typed))
      let analysis = try #require(shop.analysis())
      let list = CompletionFinder(
        analysis, SourceFile(path: file, text: cursor.text), at: cursor.offset,
        lastModel: analysis.models.first?.checked?.model, .diagnostics
      ).find()
      return (list?.items ?? []).map(\.label)
    }
  }

  // MARK: - Completion

  @Test func anEntityIsProposedInATagThatIsNotClosed() async throws {
    let found = try await labels(
      "<relationship name=\"a\" destinationEntity=\"Or‸\n    </entity>", for: "</entity>",
      in: \.contents)
    #expect(found == ["Order"])
  }

  @Test func theRelationshipsOfTheDestinationAreInverses() async throws {
    let found = try await labels(
      "<relationship name=\"a\" destinationEntity=\"Order\" inverseName=\"‸\"/></entity>",
      for: "</entity>", in: \.contents)
    #expect(found == ["customer"])
  }

  @Test func aPredicateOfAModelHasKeysAfterARelationship() async throws {
    let found = try await labels(
      "predicateString=\"ANY orders.‸\"", for: "predicateString=\"email == $EMAIL\"", in: \.contents
    )
    #expect(found.prefix(2) == ["total", "customer"])
    #expect(found.contains("@count"))
  }

  @Test func aPredicateHasVariablesAndFunctions() async throws {
    let old = "predicateString=\"email == $EMAIL\""
    #expect(
      try await labels("predicateString=\"email == $E AND name == $‸\"", for: old, in: \.contents)
        .contains("$E"))
    #expect(
      try await labels("predicateString=\"lower‸\"", for: old, in: \.contents) == ["lowercase"])
  }

  @Test func attributesOfAnElementAreProposedOnce() async throws {
    let found = try await labels(
      "<attribute name=\"x\" op‸ attributeType=\"String\"/></entity>", for: "</entity>",
      in: \.contents)
    #expect(found == ["optional"])
  }

  @Test func aPredicateInSwiftHasTheKeysOfItsEntity() async throws {
    let found = try await labels("\"em‸\"", for: "\"email != nil AND name == %@\"", in: \.source)
    #expect(found.first == "email")
    #expect(!found.contains("total"))
  }

  @Test func aRequestInSwiftHasTheEntities() async throws {
    #expect(
      try await labels("entityName: \"‸\"", for: "entityName: \"Customer\"", in: \.source)
        == ["Customer", "Order"])
  }

  @Test func settingsHaveRulesAndLevels() async throws {
    let old = "\"model.unindexed-request\": \"note\""
    #expect(try await labels("\"json.syn‸", for: old, in: \.settings) == ["json.syntax"])
    #expect(
      try await labels("\"json.syntax\": \"wa‸\"", for: old, in: \.settings) == ["warning"])
  }

  // MARK: - Symbols

  @Test(arguments: [
    ("destinationEntity=\"Ord‸er\"", ModelSymbol.entity("Order")),
    ("inverseName=\"cus‸tomer\"", .property(entity: "Order", name: "customer")),
    ("property=\"ema‸il\"", .property(entity: "Customer", name: "email")),
    ("AND em‸ail != nil", .property(entity: "Customer", name: "email")),
    ("fetchRequest name=\"by‸Name\"", .fetchRequest("byName")),
  ])
  func aNameInAModelIsFound(place: String, symbol: ModelSymbol) async throws {
    try await at(place, in: \.contents) { analysis, file, offset, _ in
      #expect(SymbolFinder(analysis, file, at: offset).find()?.symbol == symbol)
    }
  }

  @Test(arguments: [
    ("entityName: \"Cust‸omer\"", ModelSymbol.entity("Customer")),
    ("(format: \"ema‸il", .property(entity: "Customer", name: "email")),
    ("key: \"na‸me\"", .property(entity: "Customer", name: "name")),
    ("customer.na‸me", .property(entity: "Customer", name: "name")),
    ("-> [Cust‸omer]", .entity("Customer")),
  ])
  func aNameInASourceIsFound(place: String, symbol: ModelSymbol) async throws {
    try await at(place, in: \.source) { analysis, file, offset, shop in
      let found = SymbolFinder(analysis, file, at: offset).find()
      #expect(found?.symbol == symbol)
      #expect(found?.model.definition(of: symbol)?.path == shop.contents)
    }
  }

  @Test func aNameInAMappingModelIsFound() async throws {
    try await at("string\">to‸tal", in: \.mapping) { analysis, file, offset, _ in
      #expect(
        SymbolFinder(analysis, file, at: offset).find()?.symbol
          == .property(entity: "Order", name: "total"))
    }
    try await at("sourcename\" type=\"string\">Or‸der", in: \.mapping) {
      analysis, file, offset, _ in
      #expect(SymbolFinder(analysis, file, at: offset).find()?.symbol == .entity("Order"))
    }
  }

  @Test func referencesAreInModelMappingAndCode() async throws {
    try await at("name=\"na‸me\"", in: \.contents) { analysis, file, offset, shop in
      let found = try #require(SymbolFinder(analysis, file, at: offset).find())
      let places = SymbolEdits(analysis, found).references()
      #expect(Set(places.map(\.path)) == [shop.contents, shop.source])
      #expect(places.allSatisfy { $0.file.text(in: $0.range) == "name" })
      #expect(places.count { $0.path == shop.source } == 3)
    }
    try await at("name=\"to‸tal\"", in: \.contents) { analysis, file, offset, shop in
      let found = try #require(SymbolFinder(analysis, file, at: offset).find())
      #expect(SymbolEdits(analysis, found).references().contains { $0.path == shop.mapping })
    }
  }

  @Test func renamingEditsModelAndCode() async throws {
    try await at("key: \"na‸me\"", in: \.source) { analysis, file, offset, shop in
      let found = try #require(SymbolFinder(analysis, file, at: offset).find())
      let edits = try SymbolEdits(analysis, found).edits(to: "title")
      let model = edits.filter { $0.location.path == shop.contents }
      #expect(model.contains { $0.replacement == " elementID=\"name\"" })
      #expect(edits.count { $0.location.path == shop.source } == 3)
    }
  }

  // MARK: - Hover and lens

  @Test func aHoverHasTypeColumnAndIndex() async throws {
    try await at("AND em‸ail != nil", in: \.contents) { analysis, file, offset, _ in
      let text = HoverFinder(analysis, file, at: offset, .diagnostics).find()?.markdown ?? ""
      #expect(text.contains("String, optional"))
      #expect(text.contains("`ZCUSTOMER.ZEMAIL`"))
      #expect(text.contains("`byEmail`"))
    }
  }

  @Test func aHoverOfAPredicateHasItsSQLAndPlan() async throws {
    try await at("AND name =‸= %@", in: \.source) { analysis, file, offset, _ in
      let text = HoverFinder(analysis, file, at: offset, .diagnostics).find()?.markdown ?? ""
      #expect(text.contains("SELECT"))
      #expect(text.contains("plan"))
    }
  }

  @Test func aLensSaysWhatAPlanCosts() async throws {
    try await at("by‸Name", in: \.contents) { analysis, file, _, _ in
      let lenses = CodeLensFinder(analysis, file).find()
      #expect(lenses.count == 2)
      #expect(lenses.first?.title.hasPrefix("reads all rows") == true, "\(lenses)")
      #expect(lenses.last?.title.hasPrefix("uses an index") == true, "\(lenses)")
    }
  }
}
