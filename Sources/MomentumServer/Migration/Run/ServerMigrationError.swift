/// Why a database was not migrated.
package enum ServerMigrationError: Error, Sendable, Hashable {
  /// The database does not say which model its tables are of.
  case unknownModel(address: String)
  /// No given model has the hashes that the database has noted.
  case unknownSource(address: String, entities: [String])
  /// The tables are not those of the model that the database has noted.
  case drift(address: String, model: String, [String])
  case refused(ServerRefusal)
  /// PostgreSQL 12 lacks a statement of the plan.
  case oldServer(address: String)
  /// Rows do not fit the new model.
  case rowsFail([FailedServerCheck])
  /// A migration to another model has begun and not ended.
  case otherMigration(address: String, target: String)
  /// Others use a table and do not let go.
  case locked(address: String, step: String)

  /// Whether the input has to change, and not the server.
  package var isOfInput: Bool {
    switch self {
    case .unknownModel, .unknownSource, .drift, .refused, .oldServer: true
    case .rowsFail, .otherMigration, .locked: false
    }
  }
}

/// A check with the rows that fail it.
package struct FailedServerCheck: Sendable, Hashable {
  package var check: ServerCheck
  package var count: Int64
  /// The keys of the first ones.
  package var firstKeys: [Int64]
}

extension ServerMigrationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownModel(let address):
      "\(address) does not say which model its tables are of; it was not made by Momentum, or the "
        + "table 'momentum_model' is missing"
    case .unknownSource(let address, let entities):
      "\(address) was made for a model that is none of the given ones; name it with --from "
        + "(different: \(entities.prefix(5).map { "'\($0)'" }.joined(separator: ", ")))"
    case .drift(let address, let model, let findings):
      "\(address) is not as its model '\(model)' says, so no step would be certain; "
        + "'momentum inspect' lists the differences: "
        + findings.prefix(3).joined(separator: "; ")
    case .refused(let refusal): refusal.description
    case .oldServer(let address):
      "\(address) is PostgreSQL 12, which cannot make a computed column an ordinary one that keeps "
        + "its values; 13 and later can"
    case .rowsFail(let failures):
      "\(failures.count) \(failures.count == 1 ? "check fails" : "checks fail")"
    case .otherMigration(let address, let target):
      "\(address) has the beginning of a migration to '\(target)'; end that one first, by the same "
        + "command as before"
    case .locked(let address, let step):
      "\(address): others use the tables of the step '\(step)' and do not let go; run the same "
        + "command again, it goes on with this step"
    }
  }
}
