import Foundation
import MomentumCompiler
import MomentumDifferential
import MomentumMigration
import MomentumModel
import MomentumRuntime
import MomentumSQL
import MomentumSQLite
import MomentumStore

/// Compares a migrated store with what it has to be, by our own statements.
package struct ResultCheck {
  let path: String
  let old: EvolvingModel
  let new: EvolvingModel
  let target: CompiledModel
  let before: StoreState
  let style: MigrationPlan.Style

  init(
    path: String, from old: EvolvingModel, to new: EvolvingModel, target: CompiledModel,
    before: StoreState, style: MigrationPlan.Style
  ) {
    self.path = path
    self.old = old
    self.new = new
    self.target = target
    self.before = before
    self.style = style
  }

  /// What is wrong, a line each.
  func problems(_ expected: ExpectedObjects) throws -> [String] {
    let connection = try Connection(path: path, access: .readWrite)
    let state = try StoreState(reading: connection, target)
    var problems = try integrity(connection)
    problems += try SchemaCheck(target: target, style: style).problems(connection)
    problems += try OrphanCheck(model: target.model, schema: target.schema).problems(connection)
    problems += try bookkeeping(connection, state)
    problems += ObjectCheck(expected: expected, found: state.graph).problems()
    problems += versions(expected, state)
    return problems
  }

  private func integrity(_ connection: Connection) throws -> [String] {
    let statement = try connection.prepare("PRAGMA integrity_check")
    var found: [String] = []
    while try statement.step() { found.append(statement.text(at: 0) ?? "") }
    return found == ["ok"] ? [] : found.map { "integrity: \($0)" }
  }

  // MARK: - Z_PRIMARYKEY and Z_METADATA

  private func bookkeeping(_ connection: Connection, _ state: StoreState) throws -> [String] {
    var problems: [String] = []
    let statement = try connection.prepare(
      "SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT")
    // Core Data leaves the old name of a renamed entity (observed once).
    let hasNames = style == .fresh
    var found: [String] = []
    while try statement.step() {
      let (number, parent) = (statement.integer(at: 0) ?? -1, statement.integer(at: 2) ?? -1)
      found.append("\(number) \(hasNames ? statement.text(at: 1) ?? "" : "") \(parent)")
    }
    let wanted = target.schema.primaryKeyRows.map {
      "\($0.number) \(hasNames ? $0.name : "") \($0.parentNumber)"
    }
    if found != wanted { problems.append("Z_PRIMARYKEY has \(found), not \(wanted)") }
    problems += try maxima(connection, state)
    let metadata = try StoreMetadata.read(from: connection)
    if !target.mismatches(metadata).isEmpty { problems.append("hashes are not the target's") }
    if state.uuid != before.uuid { problems.append("Z_UUID changed") }
    if state.ownMetadata != before.ownMetadata { problems.append("the app's metadata are lost") }
    return problems
  }

  private func maxima(_ connection: Connection, _ state: StoreState) throws -> [String] {
    var problems: [String] = []
    for root in target.model.entityIDs where target.model[root].parent == nil {
      let table = PlainRows.quoted(target.schema[root].table)
      let value = try connection.firstValue(sql: "SELECT IFNULL(MAX(Z_PK), 0) FROM \(table)")
      guard case .integer(let highest)? = value else { continue }
      let maximum = state.maxima[root.index]
      let name = target.model[root].name
      if maximum < highest {
        problems.append("Z_MAX of \(name) is \(maximum), keys go to \(highest)")
      }
      // Keys that were given once are not given again where the old root's objects still are.
      for member in new.family(root.index) {
        guard let index = old.index(of: new.entities[member].tag), old.root(index) == index,
          maximum < before.maxima[index]
        else { continue }
        problems.append("Z_MAX of \(name) fell from \(before.maxima[index]) to \(maximum)")
      }
    }
    return problems
  }

  /// `Z_OPT` stays.
  private func versions(_ expected: ExpectedObjects, _ state: StoreState) -> [String] {
    func key(_ name: String, _ key: Int64) -> String { "\(name) \(key)" }
    var known: [String: Int64] = [:]
    for (object, version) in zip(before.graph.objects, before.versions) {
      guard let index = new.index(of: old.entities[object.entity.index].tag) else { continue }
      known[key(new.entities[index].entity.name, object.primaryKey)] = version
    }
    let changed = zip(state.graph.objects, state.versions).filter { object, version in
      known[key(target.model[object.entity].name, object.primaryKey)] != version
    }
    return changed.isEmpty ? [] : ["Z_OPT of \(changed.count) rows changed"]
  }
}
