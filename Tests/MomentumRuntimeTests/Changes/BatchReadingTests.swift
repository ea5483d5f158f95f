import Foundation
import GoldenBubbleTea
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumTestSupport
import Testing

/// What the texts of a batch update may set, and limits of what stands around one.
@Suite struct BatchReadingTests {
  private func texts(
    _ set: String, of entity: String, in compiled: CompiledModel
  ) throws -> [String] {
    var diagnostics = Diagnostics()
    let id = try #require(compiled.model.entity(named: entity))
    let read = BatchAssignment.read([set], of: id, in: compiled, &diagnostics)
    #expect((read == nil) == diagnostics.hasErrors, "\(set)")
    return diagnostics.all.map(\.text)
  }

  /// The other way round a row of 'Member' would lead to an object that is no member.
  @Test func anObjectOfASubEntityFitsAndOneOfTheParentEntityDoesNot() throws {
    let compiled = try Library.model.compiled.get()
    #expect(try texts("owner=Club/p1", of: "Book", in: compiled) == [])
    #expect(try texts("mentor=Member/p1", of: "Member", in: compiled) == [])
    let refused = try texts("mentor=Party/p1", of: "Member", in: compiled)
    #expect(refused.count == 1)
    #expect(refused.first?.contains("nil or an object such as Member/p12") == true, "\(refused)")
  }

  @Test func aFetchedPropertyCannotBeSet() throws {
    let text = """
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
        <entity name="Shop" syncable="YES">
          <attribute name="name" optional="YES" attributeType="String"/>
          <fetchedProperty name="others" optional="YES">
            <fetchRequest name="fetchedPropertyFetchRequest" entity="Shop" predicateString="name != nil"/>
          </fetchedProperty>
        </entity>
      </model>
      """
    var diagnostics = Diagnostics()
    let compiled = try #require(
      CompiledModel.compile(SourceFile(path: "contents", text: text), &diagnostics))
    #expect(try texts("name=a", of: "Shop", in: compiled) == [])
    let refused = try texts("others=nil", of: "Shop", in: compiled)
    #expect(refused.count == 1)
    #expect(refused.first?.contains("it is a fetched property") == true, "\(refused)")
  }

  /// Rows written without their position would have lost their order.
  @Test func aStoreWithoutAnOrderColumnTakesNoBatch() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let path = folder.appendingPathComponent("a.sqlite").path
      let compiled = try Library.model.compiled.get()
      try compiled.createStore(at: path)
      var diagnostics = Diagnostics()
      #expect(try BatchSession.open(path, model: compiled, &diagnostics) != nil)
      let connection = try Connection(path: path, access: .readWrite)
      try connection.execute("DROP TABLE ZCHAPTER")
      try connection.execute(
        "CREATE TABLE ZCHAPTER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
          + "ZBOOK INTEGER, ZTITLE VARCHAR)")
      #expect(throws: StoreError.self, "ZCHAPTER has no column Z_FOK_BOOK") {
        try BatchSession.open(path, model: compiled, &diagnostics)
      }
    }
  }

  /// A filter within a count is as deep as the whole condition: nobody else counts its levels.
  @Test func theDepthOfACountedFilterCounts() {
    func isTooDeep(_ levels: Int) -> Bool {
      let condition =
        VenueCategory.Paths(.object).venues.count(where: { venue in
          (1..<levels).reduce(venue.name == "a") { inner, _ in !inner }
        }) > 0
      if case .tooDeep = condition.tree { return true }
      return false
    }
    // The count and the comparison around it are two levels more.
    #expect(!isTooDeep(Condition.depthMax - 2))
    #expect(isTooDeep(Condition.depthMax - 1))
  }

  /// What is asked for now and then stays, however long ago it was prepared.
  @Test func theStatementThatWasJustUsedIsNotTheOneThatGoes() throws {
    try RepositoryFiles.withTemporaryFolder { folder in
      let connection = try Connection(
        path: folder.appendingPathComponent("a.sqlite").path, access: .createExclusively)
      let countMax = 128
      var cache = StatementCache()
      for number in 0..<countMax {
        cache.keep(try connection.prepare(sql: "SELECT \(number)"))
      }
      #expect(cache.take("SELECT 0") != nil)
      cache.keep(try connection.prepare("SELECT 'one more'"))
      #expect(cache.take("SELECT 0") != nil, "the statement used last has gone")
      #expect(cache.take("SELECT 1") == nil, "the one not used for the longest has stayed")
      #expect(cache.take("SELECT 2") != nil)
    }
  }
}
