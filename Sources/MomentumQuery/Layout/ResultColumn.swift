import MomentumModel
import MomentumSQL
import MomentumStore

/// A column of a row and its meaning.
struct ResultColumn: Sendable {
  var meaning: FetchColumn
  var expression: SQLExpression
  /// The name by which columns are sorted.
  var name: String

  init(_ meaning: FetchColumn, _ expression: SQLExpression, name: String = "") {
    self.meaning = meaning
    self.expression = expression
    self.name = name
  }

  /// The column of an attribute or of an element of a composite.
  ///
  /// - Parameter sortNames: The names that decide the order, for columns that have other names in
  ///   the store.
  init(_ id: AttributeID, _ leaf: CompositeLeaf, _ sortNames: [String: String] = [:]) {
    self.init(
      leaf.path.isEmpty ? .attribute(id) : .compositeElement(id, path: leaf.path, leaf.type),
      .column(SQLColumn("t0", leaf.column)), name: sortNames[leaf.column] ?? leaf.column)
  }

  /// The key of a to-one object, followed by the number of the object's entity if several entities
  /// are possible; empty for other relationships.
  ///
  /// - Parameter computed: The schema that generated code was written for, if the store has another
  ///   one.
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
    // Generated code reads a row by position. Keep the position with a NULL although the store
    // lacks the column, or all later values would be read as others.
    if case .foreignKey(let wanted)? = computed?.relationships[id], wanted.entityColumn != nil {
      return [
        column, ResultColumn(.toOneEntity(id), .placeholder(.value(.null), .integer), name: name),
      ]
    }
    return [column]
  }

  /// Sorts the columns by name. The sort is stable, so an entity number stays behind its key, which
  /// has the same name.
  static func sorted(_ columns: [ResultColumn]) -> [ResultColumn] {
    columns.sorted { $0.name < $1.name }
  }
}
