import MomentumModel
import MomentumSQL
import MomentumStore

/// The statement that makes the objects of one entity mapping.
struct MappingInsert {
  private let tables: OldTables
  private let source: EntityID
  private let destination: EntityID
  private let new: PlannedModel
  private var values: MappingValueSQL
  private var columns: [(name: String, value: String)] = []

  init(
    _ tables: OldTables, source: EntityID, destination: EntityID, new: PlannedModel,
    functions: [MappingPlan.Function]
  ) {
    self.tables = tables
    self.source = source
    self.destination = destination
    self.new = new
    values = MappingValueSQL(
      tables, source: source, key: "t0.Z_PK", row: "t0", functions: functions)
  }

  var functions: [MappingPlan.Function] { values.functions }

  /// The values that are set, and the defaults of the other attributes.
  mutating func addColumns(_ mapped: [ResolvedMapping.AttributeMapping]) {
    let byAttribute = Dictionary(
      mapped.map { ($0.attribute, $0.value) }, uniquingKeysWith: { _, last in last })
    let leaves = StoredLeaves(new)
    // A trigger computes a derived one.
    for id in new.model.attributes(of: destination) where new.model[id].derivation == nil {
      for leaf in leaves.leaves(of: id) {
        let value = byAttribute[id].map { value in
          values.text(value, leaf: leaf.path, as: leaf.element.type)
        }
        let text = value ?? leaf.element.defaultValue.map { $0.stored.literal }
        if let text { columns.append((leaf.column, text)) }
      }
    }
  }

  private var head: String {
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.map { SQLPrinter.identifier($0.name) }
    return
      "INSERT INTO \(SQLPrinter.identifier(new.schema[destination].table)) "
      + "(\(names.joined(separator: ", ")))"
  }

  private func selection(key: String) -> String {
    ([key, "\(new.schema[destination].number)", "1"] + columns.map(\.value))
      .joined(separator: ", ")
  }

  /// For all objects that have a key.
  func all(map: String) -> String {
    "\(head) SELECT \(selection(key: "m.destination")) FROM \(map) m "
      + "JOIN \(tables.table(of: source)) t0 ON t0.Z_PK = m.source\(values.joins?.text ?? "") "
      + "ORDER BY m.source"
  }

  /// For one: `?1` its key, `?2` the source's.
  var one: String {
    "\(head) SELECT \(selection(key: "?1")) FROM \(tables.table(of: source)) t0"
      + "\(values.joins?.text ?? "") WHERE t0.Z_PK = ?2"
  }
}
