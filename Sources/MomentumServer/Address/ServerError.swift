package import MomentumPostgreSQL

/// Why work on a server's database has failed, or was refused.
package enum ServerError: Error, Sendable, Hashable {
  /// The server refused a statement, or cannot be reached.
  case server(PostgreSQLError, address: String)
  /// No schema of the search path exists, so tables have no place.
  case noSchema(address: String)
  /// Tables of the model are in the database already.
  case tablesExist([String], address: String)
  /// Tables of the model are missing.
  case tablesMissing([String], address: String)
  /// The tables were made for another version of the model.
  case otherModel(recorded: String, entities: [String], address: String)
  /// The server's answer to EXPLAIN has no plan.
  case noPlan(address: String)
  /// An object of an import has the key of another object.
  case keyTaken(table: String, address: String)
  /// An earlier copy into the same tables had another source.
  case otherCopy(address: String)
  /// The store has the links of a one-to-one relationship on one side only.
  case oneSidedLinks(String, count: Int)
  /// A stored value does not fit its column on the server.
  case value(property: String, table: String, key: Int64, reason: String)
  /// A file with a large binary is missing, or cannot be read or written.
  case externalFile(String)
  /// Rows on both sides differ after a copy.
  case differs(table: String, source: String, target: String)
  /// An attribute has the column of the versions of rows.
  case versionColumn(String)
  /// The file that a copy writes, or one beside it, exists.
  case fileExists(String)

  /// Whether the input has to change, and not the server or the disk.
  package var isOfInput: Bool {
    switch self {
    case .oneSidedLinks, .value, .otherModel, .keyTaken, .versionColumn: true
    // A value of the request has no place in its type, or its pattern cannot be read.
    case .server(let error, _): error.state?.errorClass == "22"
    case .noSchema, .noPlan, .tablesExist, .tablesMissing, .otherCopy, .externalFile, .differs,
      .fileExists:
      false
    }
  }
}

extension ServerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .server(let error, let address): "\(address): \(error.description)"
    case .noSchema(let address):
      "\(address): no schema of the search path exists; create one, or name another with "
        + "'?options=-csearch_path%3DNAME'"
    case .tablesExist(let names, let address):
      "\(address) has \(names.count == 1 ? "the table" : "the tables") \(Self.list(names)) "
        + "already, and no table is written over"
    case .tablesMissing(let names, let address):
      "\(address) lacks \(names.count == 1 ? "the table" : "the tables") \(Self.list(names))"
    case .otherModel(let recorded, let entities, let address):
      "\(address) has the tables of another version of the model '\(recorded)': "
        + "\(entities.count == 1 ? "the entity differs" : "these entities differ"): "
        + Self.list(entities)
    case .noPlan(let address): "\(address) returns no plan for the statement"
    case .keyTaken(let table, let address):
      "\(address) has an object in '\(table)' with a key of the file; --new-keys gives new ones"
    case .otherCopy(let address):
      "\(address) has the beginning of a copy of another store; drop its tables, or finish that "
        + "copy"
    case .oneSidedLinks(let relationship, let count):
      "\(count) \(count == 1 ? "link" : "links") of \(relationship) \(count == 1 ? "is" : "are") "
        + "stored on one side only, and a server has one column for both sides"
    case .value(let property, let table, let key, let reason):
      "\(property) of row \(key) in \(table): \(reason)"
    case .externalFile(let path): "the file '\(path)' with a large value cannot be read or written"
    case .differs(let table, let source, let target):
      "the rows of \(table) differ after the copy: \(source) in the source, \(target) in the "
        + "target; the source was changed meanwhile, or the target is used by others"
    case .versionColumn(let name):
      "an attribute of the model has the column '\(name)', which contexts need for the versions of rows"
    case .fileExists(let path): "'\(path)' exists, and copy never writes over a file"
    }
  }

  /// `'venue', 'tip' and 3 more`
  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > 5 ? shown + " and \(names.count - 5) more" : shown
  }
}
