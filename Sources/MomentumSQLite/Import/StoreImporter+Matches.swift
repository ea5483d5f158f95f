package import MomentumDiagnostics
internal import MomentumModel
internal import MomentumSQL
internal import MomentumStore

extension StoreImporter {
  /// Finds the objects of a plan that may be in the store. The caller opens the transaction.
  ///
  ///     SELECT Z_PK FROM ZVENUE WHERE ZSLUG = ? AND Z_ENT IN (3, 4) LIMIT 2
  ///
  /// - Returns: The keys of the found objects, by index in `plan.objects`. `nil` after an error:
  ///   several rows match an object, or no row matches an object that the file alone cannot insert.
  package func existing(
    _ plan: ImportPlan, on connection: Connection, _ issues: inout Diagnostics
  ) throws -> [Int32: Int64]? {
    var found = Diagnostics()
    var result: [Int32: Int64] = [:]
    var owners: [Int64: [EntityID: Int32]] = [:]
    var statements: [SQLFragment: Statement] = [:]
    for (index, match) in plan.matches.sorted(by: { $0.key < $1.key }) {
      let object = plan.objects[Int(index)]
      let sql = lookup(object.entity, match.columns)
      let statement = try statements[sql] ?? connection.prepare(sql)
      statements[sql] = statement
      try statement.bind(match.values)
      var keys: [Int64] = []
      while try statement.step() { if let key = statement.integer(at: 0) { keys.append(key) } }
      statement.reset()
      let name = model[object.entity].name
      let place = plan.source.location(object.range)
      switch keys.count {
      case 0 where match.isReference:
        found.report(ImportMessage.matchesNone(entity: name, attributes: match.names), at: place)
      case 0: found.append(contentsOf: match.missing)
      case 1:
        let root = model.root(of: object.entity)
        // Two rules, or two attributes, may find the same row of the store.
        if !match.isReference, owners[keys[0]]?.updateValue(index, forKey: root) != nil {
          found.report(
            ImportMessage.matchedTwice(entity: name, attributes: match.names), at: place)
        }
        if !match.isReference { owners[keys[0], default: [:]][root] = index }
        result[index] = keys[0]
      default:
        found.report(ImportMessage.matchesSeveral(entity: name, attributes: match.names), at: place)
      }
    }
    issues.append(contentsOf: found)
    return found.hasErrors ? nil : result
  }

  private func lookup(_ entity: EntityID, _ columns: [String]) -> SQLFragment {
    let numbers = model.entityIDs.filter { model.inherits($0, from: entity) }
      .map { schema[$0].number }
    let conditions = columns.map { "\(name: $0) = ?" as SQLFragment }
    return "SELECT Z_PK FROM \(name: schema[entity].table) "
      + "WHERE \(list: conditions, separator: " AND ") AND Z_ENT IN (\(numbers: numbers)) LIMIT 2"
  }
}
