import MomentumModel
import MomentumQuery
import MomentumSQL
import MomentumStore
import Testing

/// Columns and parameters of a row whose key leads into a family of entities.
@Suite struct StoreRowTests {
  private static let person = EntityID(0)
  private static let name = AttributeID(person, 0)
  private static let favorite = RelationshipID(person, 0)

  /// Numbers by name: Person is 1, Work is 2, Novel below it is 3.
  private static let model = ObjectModel(entities: [
    Entity(
      name: "Person", attributes: [Attribute(name: "name", type: .string, isOptional: true)],
      relationships: [Relationship(name: "favorite", destination: EntityID(1))]),
    Entity(name: "Work"), Entity(name: "Novel", parent: EntityID(1)),
  ])
  private static let computed = CoreDataLayout { _, _ in nil }.layOut(model)

  /// Generated code reads a row by place. In a store without `Z2_FAVORITE` its place stays, with NULL, or all that
  /// stands behind it would be read as another property.
  @Test func aMissingEntityColumnKeepsItsPlace() throws {
    var own = Self.computed
    guard case .foreignKey(var key)? = own.relationships[Self.favorite] else {
      Issue.record("'favorite' has no key")
      return
    }
    #expect(key == ForeignKey(column: "ZFAVORITE", entityColumn: "Z2_FAVORITE"))
    key.entityColumn = nil
    own.relationships[Self.favorite] = .foreignKey(key)
    let request = FetchRequest(entity: Self.person)
    let whole = FetchRequestLowering(model: Self.model, schema: Self.computed).lower(request)
    let row = FetchRequestLowering(
      layout: .coreData(Self.model, own, computed: Self.computed)
    ).lower(request)
    #expect(row.columns == whole.columns, "each column of a row keeps its place")
    let place = try #require(row.columns.firstIndex(of: .toOneEntity(Self.favorite)))
    #expect(row.columns[place - 1] == .toOne(Self.favorite), "the key stands before its entity")
    #expect(row.select.columns[place - 1] == .column(SQLColumn("t0", "ZFAVORITE")))
    #expect(whole.select.columns[place] == .column(SQLColumn("t0", "Z2_FAVORITE")))
    #expect(row.select.columns[place] == .placeholder(.value(.null), .integer))
  }

  /// Only what is compared with the row as it was read has the name of a previous value.
  @Test func parametersHaveTheNamesOfTheirColumns() {
    let statements = StoreStatements(model: Self.model, schema: Self.computed)
    func names(_ statement: StoreStatement) -> [SQLBinding] { statement.sql.bindings }
    #expect(
      names(statements.insert(Self.person))
        == ["Z_PK", "Z_ENT", "Z_OPT", "Z2_FAVORITE", "ZFAVORITE", "ZNAME"].map { .parameter($0) },
      "INSERT")
    #expect(
      names(statements.update(Self.person, changed: [.attribute(Self.name)]))
        == ["ZNAME", "Z_OPT", "Z_PK", "previous Z_OPT"].map { .parameter($0) }, "UPDATE")
    #expect(
      names(statements.delete(Self.person))
        == ["Z_PK", "previous Z_OPT"].map { .parameter($0) }, "DELETE")
  }
}
