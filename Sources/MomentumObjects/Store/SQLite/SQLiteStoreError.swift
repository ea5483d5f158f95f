package import MomentumRuntime

/// Why a SQLite store cannot be opened, read or written, apart from errors of SQLite itself.
package enum SQLiteStoreError: Error, Sendable {
  /// The store was made with another version of the model: error 134100.
  case incompatible(path: String, mismatches: [HashMismatch], metadata: StoreInformation)
  /// The model has no such configuration.
  case unknownConfiguration(String)
  /// The store was opened for reading: error 513.
  case readOnly(path: String?)
  /// A value is not stored in the way its type requires. The value itself is left out, because it
  /// may be private.
  case malformed(entity: String, property: String, key: Int64)
  /// The file with an external value is missing or cannot be read.
  case externalFile(entity: String, property: String, key: Int64)
  /// `Z_ENT` of a row is not the number of an entity of the request.
  case unknownEntity(of: String, key: Int64)
  /// A to-one relationship leads to an object of another store.
  case otherStore(entity: String, relationship: String)
  /// SQLite would store NULL for a number that is NaN.
  case notANumber(entity: String, property: String)
  /// The highest possible key of the entity is already in use.
  case noMoreNumbers(entity: String)
  /// The name of a pragma in the options is not a single word.
  case pragma(String)
  /// All connections were in use until the timeout ended.
  case timeout
  case closed
}

extension SQLiteStoreError: CustomStringConvertible {
  /// The error in one line, without stored values.
  package var description: String {
    switch self {
    case .incompatible(let path, let mismatches, _):
      "'\(path)' was made with another version of the model: "
        + mismatches.prefix(3).map(\.description).joined(separator: "; ")
    case .unknownConfiguration(let name): "the model has no configuration '\(name)'"
    case .readOnly(let path): "'\(path ?? ":memory:")' is read-only and cannot be changed"
    case .malformed(let entity, let property, let key):
      "entity '\(entity)', property '\(property)', key \(key): the stored value has another type"
    case .externalFile(let entity, let property, let key):
      "entity '\(entity)', property '\(property)', key \(key): the file with the value cannot be read"
    case .unknownEntity(let entity, let key):
      "entity '\(entity)', key \(key): the row has the number of another entity"
    case .otherStore(let entity, let relationship):
      "relationship '\(relationship)' of entity '\(entity)' leads to an object that is not in this store"
    case .notANumber(let entity, let property):
      "the value of attribute '\(property)' of entity '\(entity)' has to be a number"
    case .noMoreNumbers(let entity): "entity '\(entity)' has no more keys to give"
    case .pragma(let name): "'\(name)' is not the name of a pragma"
    case .timeout: "all connections of the store were in use for the whole timeout"
    case .closed: "the store is closed"
    }
  }
}
