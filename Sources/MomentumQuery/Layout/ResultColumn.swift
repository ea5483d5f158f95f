import MomentumModel
import MomentumSQL
import MomentumStore

/// A result column and its meaning.
struct ResultColumn: Sendable {
  var meaning: FetchColumn
  var expression: SQLExpression
  /// The name by which the columns of a row are sorted.
  var name: String

  init(_ meaning: FetchColumn, _ expression: SQLExpression, name: String = "") {
    self.meaning = meaning
    self.expression = expression
    self.name = name
  }

  /// The column of an attribute or of an element of a composite.
  ///
  /// - Parameter sortNames: For each column that has another name in the store, the name that the
  ///   layout computes from the model. Columns are sorted by the latter.
  init(_ id: AttributeID, _ leaf: CompositeLeaf, _ sortNames: [String: String] = [:]) {
    self.init(
      leaf.path.isEmpty ? .attribute(id) : .compositeElement(id, path: leaf.path, leaf.type),
      .column(SQLColumn("t0", leaf.column)), name: sortNames[leaf.column] ?? leaf.column)
  }

  /// The column with the key of a to-one object, followed by the number of the object's entity if
  /// the object may belong to several entities; empty for any other relationship.
  ///
  /// - Parameter computed: The schema computed from the model, for which generated code was
  ///   written, if the names in the store differ; otherwise `nil`.
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
    // Generated code reads a row by position. If the store lacks the column, write a NULL in its
    // place; otherwise each later value would be read as another property.
    if case .foreignKey(let wanted)? = computed?.relationships[id], wanted.entityColumn != nil {
      return [
        column, ResultColumn(.toOneEntity(id), .placeholder(.value(.null), .integer), name: name),
      ]
    }
    return [column]
  }

  /// Sorts the columns by name. The sort is stable, so an entity number still follows its key,
  /// which has the same name.
  static func sorted(_ columns: [ResultColumn]) -> [ResultColumn] {
    columns.sorted { $0.name < $1.name }
  }
}
