import MomentumCompiler
import MomentumModel
import MomentumSQL
import MomentumSQLite
import MomentumStore

/// The objects of a small store without their keys: two are equal where a renumbering makes one of the other.
///
/// Colours of rows are refined by the colours of the rows that they are linked with, until nothing more is told
/// apart. (Graphs exist that this takes for equal and that are not; rows with values of their own are none.)
struct StoreGraph: Equatable {
  /// How many rows have each colour.
  private var colours: [Colour: Int] = [:]

  private struct Colour: Hashable {
    var entity: Int
    var number: UInt64
  }

  private struct Row: Hashable {
    var root: Int
    var key: Int64
  }

  private struct Link {
    var source: Row
    var destination: Row
    var relationship: UInt64
  }

  static func == (left: StoreGraph, right: StoreGraph) -> Bool { left.colours == right.colours }

  /// Values that stand in files of their own beside the store, as a blob that begins with 2 says.
  private(set) var externalCount = 0

  /// - Parameter leavesExternalOut: Whether values in files of their own count as NULL: a migration that
  ///   reads each object loses them where the file is not there.
  init(_ path: String, _ compiled: CompiledModel, leavesExternalOut: Bool = false) throws {
    let connection = try StoreReader(path: path).connection
    let (model, schema) = (compiled.model, compiled.schema)
    var numbers: [Row: UInt64] = [:]
    var entities: [Row: Int] = [:]
    var links: [Link] = []
    for entity in model.entityIDs where !model[entity].isAbstract {
      let root = model.root(of: entity).index
      let attributes = model.attributes(of: entity)
      let columns = attributes.flatMap { id in
        schema.attributeColumns[id].map { [$0] }
          ?? (schema.compositeColumns[id] ?? []).map(\.column)
      }
      let external = Set(
        attributes.filter { model[$0].allowsExternalStorage }
          .compactMap { schema.attributeColumns[$0] })
      let list = (["Z_PK"] + columns).map(SQLPrinter.identifier).joined(separator: ", ")
      let statement = try connection.prepare(
        sql: "SELECT \(list) FROM \(SQLPrinter.identifier(schema[entity].table)) "
          + "WHERE Z_ENT = \(schema[entity].number)")
      while let values = try statement.nextRow() {
        guard case .integer(let key)? = values.first else { continue }
        let row = Row(root: root, key: key)
        entities[row] = entity.index
        let texts = zip(columns, values.dropFirst()).map { column, value in
          guard external.contains(column), case .blob(let bytes) = value, bytes.first == 2 else {
            return Self.text(value)
          }
          externalCount += 1
          return leavesExternalOut ? Self.text(.null) : Self.text(value)
        }
        numbers[row] = Self.digest(texts, entity.index)
      }
      for id in model.relationships(of: entity) {
        links += try Self.links(id, entity, compiled, connection)
      }
    }
    for _ in 0..<6 { numbers = Self.refined(numbers, links) }
    for (row, number) in numbers {
      colours[Colour(entity: entities[row] ?? 0, number: number), default: 0] += 1
    }
  }

  /// To-one keys and rows of join tables; the other directions are the same links.
  private static func links(
    _ id: RelationshipID, _ entity: EntityID, _ compiled: CompiledModel, _ connection: Connection
  ) throws -> [Link] {
    let (model, schema) = (compiled.model, compiled.schema)
    let source = model.root(of: entity).index
    let destination = model.root(of: model[id].destination).index
    let sql: String
    switch schema.relationships[id] {
    case .foreignKey(let key):
      let column = SQLPrinter.identifier(key.column)
      sql =
        "SELECT Z_PK, \(column) FROM \(SQLPrinter.identifier(schema[entity].table)) "
        + "WHERE Z_ENT = \(schema[entity].number) AND \(column) IS NOT NULL"
    case .joinTable(let join):
      sql =
        "SELECT j.\(SQLPrinter.identifier(join.sourceColumn)), "
        + "j.\(SQLPrinter.identifier(join.destinationColumn)) "
        + "FROM \(SQLPrinter.identifier(join.table)) j "
        + "JOIN \(SQLPrinter.identifier(schema[entity].table)) s "
        + "ON s.Z_PK = j.\(SQLPrinter.identifier(join.sourceColumn)) "
        + "WHERE s.Z_ENT = \(schema[entity].number)"
    case .inverseForeignKey, nil: return []
    }
    let label = digest([model[id].name], id.entity.index)
    let statement = try connection.prepare(sql: sql)
    var result: [Link] = []
    while try statement.step() {
      result.append(
        Link(
          source: Row(root: source, key: statement.integer(at: 0) ?? 0),
          destination: Row(root: destination, key: statement.integer(at: 1) ?? 0),
          relationship: label))
    }
    return result
  }

  private static func refined(_ numbers: [Row: UInt64], _ links: [Link]) -> [Row: UInt64] {
    // Sums do not hang on the order of the links.
    var sums: [Row: UInt64] = [:]
    for link in links {
      let (one, other) = (numbers[link.source] ?? 0, numbers[link.destination] ?? 0)
      sums[link.source, default: 0] &+= mixed(other ^ link.relationship)
      sums[link.destination, default: 0] &+= mixed(one &+ link.relationship)
    }
    return Dictionary(
      numbers.map { ($0, mixed($1 ^ mixed(sums[$0] ?? 0))) }
    ) { first, _ in first }
  }

  private static func text(_ value: SQLValue) -> String {
    switch value {
    case .null: "-"
    case .integer(let number): "n\(Double(number))"
    case .real(let number): "n\(number)"
    case .text(let text): "t\(text)"
    case .blob(let bytes): "b\(bytes)"
    }
  }

  private static func digest(_ texts: [String], _ seed: Int) -> UInt64 {
    var state = UInt64(truncatingIfNeeded: seed) &+ 0xCBF2_9CE4_8422_2325
    for text in texts {
      for byte in text.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
      state = mixed(state)
    }
    return state
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var value = value &+ 0x9E37_79B9_7F4A_7C15
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
