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
    for id in new.model.attributes(of: destination) {
      for leaf in MappingInsert.leaves(of: id, in: new) {
        let value = byAttribute[id].map { value in
          values.text(value, leaf: leaf.path, as: leaf.type)
        }
        let text = value ?? MappingInsert.defaultText(of: id, leaf.path, in: new.model)
        if let text { columns.append((leaf.column, text)) }
      }
    }
  }

  /// The columns of an attribute: one, or one for each leaf of a composite.
  static func leaves(of id: AttributeID, in planned: PlannedModel) -> [MomentumStore.CompositeLeaf]
  {
    // A trigger computes it.
    guard planned.model[id].derivation == nil else { return [] }
    if let leaves = planned.schema.compositeColumns[id] { return leaves }
    return planned.schema.attributeColumns[id].map {
      [MomentumStore.CompositeLeaf(path: [], type: planned.model[id].type, column: $0)]
    } ?? []
  }

  /// `nil` for none.
  static func defaultText(
    of id: AttributeID, _ path: [String], in model: ObjectModel
  ) -> String? {
    var attribute = model[id]
    for key in path {
      guard case .composite(let composite) = attribute.type,
        let element = model[composite].elements.first(where: { $0.name == key })
      else { return nil }
      attribute = element
    }
    return attribute.defaultValue.map { $0.stored.literal }
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
