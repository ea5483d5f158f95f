import MomentumModel
import MomentumSQL
import MomentumStore

/// Builds the statement that makes the objects of one entity mapping.
struct MappingInsert {
  private let tables: OldTables
  private let source: EntityID
  private let destination: EntityID
  private let new: PlannedModel
  private var values: MappingValueSQL
  private var columns: [(name: String, value: SQLFragment)] = []

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

  /// Adds a column for each mapped value, and for each unmapped attribute that has a default.
  mutating func addColumns(_ mapped: [ResolvedMapping.AttributeMapping]) {
    let byAttribute = Dictionary(
      mapped.map { ($0.attribute, $0.value) }, uniquingKeysWith: { _, last in last })
    let leaves = StoredLeaves(new)
    // Leave out derived attributes: a trigger computes them and would overwrite the value.
    for id in new.model.attributes(of: destination) where new.model[id].derivation == nil {
      for leaf in leaves.leaves(of: id) {
        let value = byAttribute[id].map { value in
          values.sql(value, leaf: leaf.path, as: leaf.element.type)
        }
        if let value = value ?? leaf.element.defaultValue?.stored.literal {
          columns.append((leaf.column, value))
        }
      }
    }
  }

  /// The beginning of the statement: `INSERT INTO ZCAR (Z_PK, Z_ENT, Z_OPT, ZNAME)`.
  private var head: SQLFragment {
    let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.map(\.name)
    return "INSERT INTO \(name: new.schema[destination].table) (\(names: names))"
  }

  /// The selected values: `m.destination, 3, 1, t0.ZNAME`.
  private func selection(key: SQLFragment) -> SQLFragment {
    let values = [key, .number(new.schema[destination].number), "1"] + columns.map(\.value)
    return "\(list: values)"
  }

  /// The joins from the source's row to the rows that the values are read from.
  private var joins: SQLFragment { values.joins?.sql ?? "" }

  /// Makes the objects for all keys in the map, the table of old and new keys.
  func all(map: TemporaryTable) -> SQLFragment {
    """
    \(sql: head) SELECT \(sql: selection(key: "m.destination")) FROM \(sql: map.sql) m \
    JOIN \(name: tables.table(of: source)) t0 ON t0.Z_PK = m.source\(sql: joins) ORDER BY m.source
    """
  }

  /// Makes one object: `?1` is its key, `?2` the key of the source object.
  var one: SQLFragment {
    """
    \(sql: head) SELECT \(sql: selection(key: "?1")) FROM \(name: tables.table(of: source)) t0\
    \(sql: joins) WHERE t0.Z_PK = ?2
    """
  }
}
