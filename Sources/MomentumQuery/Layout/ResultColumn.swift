import MomentumModel
import MomentumSQL
import MomentumStore

/// A column of a row with what it holds.
struct ResultColumn: Sendable {
  var meaning: FetchColumn
  var expression: SQLExpression
  /// What columns are sorted by.
  var name: String

  init(_ meaning: FetchColumn, _ expression: SQLExpression, name: String = "") {
    self.meaning = meaning
    self.expression = expression
    self.name = name
  }

  /// An attribute, or a leaf of one.
  ///
  /// - Parameter sortNames: The names that decide the order, of columns that the store names otherwise.
  init(_ id: AttributeID, _ leaf: CompositeLeaf, _ sortNames: [String: String] = [:]) {
    self.init(
      leaf.path.isEmpty ? .attribute(id) : .compositeElement(id, path: leaf.path, leaf.type),
      .column(SQLColumn("t0", leaf.column)), name: sortNames[leaf.column] ?? leaf.column)
  }

  /// The key of a to-one object, and behind it the number of the object's entity where that can be one of
  /// several; empty for other relationships.
  ///
  /// - Parameter computed: The schema that generated code was written for, where the store has another one.
  static func key(
    of id: RelationshipID, _ storage: RelationshipStorage?, _ sortNames: [String: String],
    _ computed: StoreSchema?
  ) -> [ResultColumn] {
    guard case .foreignKey(let key)? = storage else { return [] }
    let name = sortNames[key.column] ?? key.column
    let column = ResultColumn(.toOne(id), .column(SQLColumn("t0", key.column)), name: name)
    if let number = key.entityColumn {
      return [
        column, ResultColumn(.toOneEntity(id), .column(SQLColumn("t0", number)), name: name),
      ]
    }
    // Generated code reads a row by place, so the place stays although the store has no such column.
    if case .foreignKey(let wanted)? = computed?.relationships[id], wanted.entityColumn != nil {
      return [
        column, ResultColumn(.toOneEntity(id), .placeholder(.value(.null), .integer), name: name),
      ]
    }
    return [column]
  }

  /// The sort is stable, which keeps an entity's number behind its key.
  static func sorted(_ columns: [ResultColumn]) -> [ResultColumn] {
    columns.sorted { $0.name < $1.name }
  }
}
