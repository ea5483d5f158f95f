import MomentumDiff
import MomentumModel
import MomentumSQL
import MomentumStore

/// Writes the checks of a plan: queries over the old store for rows that do not fit the new model.
struct CheckBuilder {
  let matches: EntityMatches
  let plans: TablePlans
  let old: PlannedModel
  let catalog: StoreCatalog
  let style: MigrationPlan.Style

  /// All checks: first those for rows that make the migration fail, then warnings; both in the
  /// order of the tables.
  func checks() -> [MigrationPlan.Precondition] {
    let failing =
      plans.entities.flatMap { unknownNumbers(in: $0) + missingValues(in: $0) }
      + plans.entities.flatMap { duplicates(in: $0) }
    let live = LiveColumns(matches.old)
    let stale = StaleDerivations(matches, plans)
    let warnings =
      plans.entities.flatMap { narrowings(in: $0) + noNumbers(in: $0) + abstractRows(in: $0) }
      + plans.entities.flatMap { table in
        table.keys.flatMap { emptyKeys($0, in: table) + lostLinks($0) }
      } + losses() + plans.entities.flatMap { unknownColumns(in: $0, live) }
      + plans.entities.flatMap { uncomputedDerivations(in: $0, stale) + externalStorage(in: $0) }
      + droppedObjects() + matches.old.danglingKeys()
    return failing + warnings
  }

  func check(
    _ rule: MigrationRule, _ place: String, _ problem: String,
    _ consequence: MigrationPlan.Precondition.Consequence, from source: SQLFragment,
    where condition: SQLFragment,
    error: CoreDataError? = nil
  ) -> MigrationPlan.Precondition {
    check(
      .change(rule), place, problem, consequence, from: source, where: condition, error: error)
  }

  /// A check over rows of one table.
  ///
  /// - Parameter condition: Is true for a row that fails. Uses columns of the table, and of the
  ///   tables that `source` joins.
  func check(
    _ rule: CheckRule, _ place: String, _ problem: String,
    _ consequence: MigrationPlan.Precondition.Consequence, from source: SQLFragment,
    where condition: SQLFragment,
    error: CoreDataError? = nil
  ) -> MigrationPlan.Precondition {
    MigrationPlan.Precondition(
      rule, place, problem, consequence, from: source, where: condition, error: error)
  }

  /// The old table with the alias that conditions use: `ZVENUE o`.
  func source(of table: TablePlan) -> SQLFragment { "\(name: table.match.source?.name ?? "") o" }

  // MARK: - Rows

  /// Finds rows whose entity number belongs to no entity of the table. The entity of such a row is
  /// unknown, so the migration could only delete the row.
  private func unknownNumbers(in table: TablePlan) -> [MigrationPlan.Precondition] {
    guard table.match.source != nil else { return [] }
    return [
      .unknownNumbers(
        matches.new.model[table.match.root].name, from: source(of: table),
        known: table.oldNumbers + table.droppedNumbers)
    ]
  }

  private func missingValues(in table: TablePlan) -> [MigrationPlan.Precondition] {
    guard table.match.source != nil else { return [] }
    return table.attributes.missingValues.map { value in
      let model = matches.new.model
      let entity = model[value.attribute.entity].name
      let name = ([model[value.attribute].name] + value.path).joined(separator: ".")
      var conditions = [numberTest("o.Z_ENT", value.numbers.sorted())]
      if let column = value.column { conditions.append("o.\(name: column) IS NULL") }
      if !value.composite.isEmpty {
        let any = value.composite.map { column -> SQLFragment in "o.\(name: column) IS NOT NULL" }
        conditions.append("(\(list: any, separator: " OR "))")
      }
      return check(
        value.rule,
        "\(entity).\(name)", "the attribute is required, has no default, and the row has no value",
        .fails, from: source(of: table), where: conditions.joined(separator: " AND "),
        error: .missingValues)
    }
  }

  private func narrowings(in table: TablePlan) -> [MigrationPlan.Precondition] {
    guard table.match.source != nil else { return [] }
    return table.attributes.narrowings.compactMap { narrowing in
      guard let range = NumberRange(narrowing.newType)?.integers, let rule = narrowing.rule else {
        return nil
      }
      let column: SQLFragment = "o.\(name: narrowing.column)"
      var tests: [SQLFragment] = []
      if narrowing.newType != .integer64 {
        tests += [
          "\(sql: column) < \(number: range.lowerBound)",
          "\(sql: column) > \(number: range.upperBound)",
        ]
      }
      if narrowing.oldType == .double || narrowing.oldType == .float {
        tests.append("\(sql: column) <> CAST(\(sql: column) AS INTEGER)")
      }
      let model = matches.new.model
      return check(
        rule,
        "\(model[narrowing.attribute.entity].name).\(model[narrowing.attribute].name)",
        "the number is none that \(narrowing.newType.xmlName) can hold", .warns,
        from: source(of: table),
        where: "\(sql: numberTest("o.Z_ENT", narrowing.numbers.sorted())) "
          + "AND (\(list: tests, separator: " OR "))")
    }
  }

  /// Finds text or bytes in a column of numbers that the migration converts with CAST, which turns
  /// them into 0, or into the number at their beginning.
  private func noNumbers(in table: TablePlan) -> [MigrationPlan.Precondition] {
    guard table.match.source != nil else { return [] }
    return table.attributes.casts.compactMap { cast in
      guard let rule = cast.rule else { return nil }
      let model = matches.new.model
      return check(
        rule,
        "\(model[cast.attribute.entity].name).\(model[cast.attribute].name)",
        "the value is text or bytes in a column of numbers, and is replaced by a number", .warns,
        from: source(of: table),
        where: "\(sql: numberTest("o.Z_ENT", cast.numbers.sorted())) "
          + "AND typeof(o.\(name: cast.column)) IN ('text', 'blob')")
    }
  }

  /// Finds rows of an entity that becomes abstract: no fetch request returns them afterwards.
  private func abstractRows(in table: TablePlan) -> [MigrationPlan.Precondition] {
    table.match.members.filter {
      matches.new.model[$0.new].isAbstract && !matches.old.model[$0.old].isAbstract
    }.map { member in
      check(
        .entityMadeAbstract, matches.new.model[member.new].name,
        "the row is of an entity that is abstract now, and cannot be fetched", .warns,
        from: source(of: table),
        where: numberTest("o.Z_ENT", [matches.old.number(of: member.old)]))
    }
  }

  // MARK: - Losses

  private func losses() -> [MigrationPlan.Precondition] {
    let model = matches.old.model
    let carried = CarriedLinks(matches, plans)
    let order = model.entityIDs.sorted { matches.old.number(of: $0) < matches.old.number(of: $1) }
    return order.flatMap { entity -> [MigrationPlan.Precondition] in
      guard let table = matches.old.table(of: entity)?.name else { return [] }
      var result: [MigrationPlan.Precondition] = []
      if matches.correspondence.destination(of: entity) == nil {
        result.append(
          check(
            .entityRemoved, model[entity].name,
            "the row is dropped with its entity, and so are the links to it",
            .warns, from: "\(name: table) o",
            where: numberTest("o.Z_ENT", [matches.old.number(of: entity)])))
      }
      result += model[entity].attributes.indices.compactMap {
        lostValues(of: AttributeID(entity, $0), table)
      }
      return result
        + model[entity].relationships.indices.flatMap {
          lostLinks(of: RelationshipID(entity, $0), carried)
        }
    }
  }

  /// Finds values of an attribute that the new entity of their rows lacks.
  private func lostValues(of id: AttributeID, _ table: String) -> MigrationPlan.Precondition? {
    let columns = StoredLeaves(matches.old).leaves(of: id).map(\.column)
    let survivors = matches.old.families.family(of: id.entity).filter {
      matches.correspondence.destination(of: $0) != nil
    }
    let losing = survivors.filter { entity in
      guard let new = matches.correspondence.destination(of: entity),
        let pair = matches.pairs[new.index]
      else { return false }
      return !pair.attributes.contains {
        $0.value == id && !matches.new.model[$0.key].isTransient
      }
    }
    guard !columns.isEmpty, !losing.isEmpty else { return nil }
    let values = columns.map { column -> SQLFragment in "o.\(name: column) IS NOT NULL" }
    return check(
      losing.count == survivors.count
        ? .attributeRemoved : .attributeMovedDown,
      "\(matches.old.model[id.entity].name).\(matches.old.model[id].name)",
      "the value is dropped with its attribute", .warns, from: "\(name: table) o",
      where: "\(sql: numberTest("o.Z_ENT", losing.map { matches.old.number(of: $0) }.sorted())) "
        + "AND (\(list: values, separator: " OR "))")
  }

  /// Finds links that are removed although both objects are kept: the relationship was removed, one
  /// object's new entity does not have it, or the other's new entity is not in its destination.
  private func lostLinks(
    of id: RelationshipID, _ carried: CarriedLinks
  ) -> [MigrationPlan.Precondition] {
    guard matches.old.relationships[id] != nil,
      CarriedLinks.first(of: id, in: matches.old.model) == id,
      let owner = matches.old.table(of: id.entity)?.name
    else { return [] }
    let lost = carried.lost(of: id)
    let survivors = matches.old.families.family(of: id.entity).filter {
      matches.correspondence.destination(of: $0) != nil
    }
    let destinations = matches.old.families.family(of: matches.old.model[id].destination)
    return lost.map { part in
      let isAll = part.destinations.count == destinations.count
      let links = LinkReader(old: matches.old).select([
        LinkSource(
          relationship: id, isReversed: false, numbers: nil,
          targets: isAll ? nil : part.destinations)
      ])
      let (rule, problem): (MigrationRule, String) =
        if part.hasOthers {
          (
            .entityLeftDestination,
            "the object's links to objects of an entity that the relationship no longer leads to are "
              + "dropped"
          )
        } else if leadsElsewhere(id) {
          (
            .relationshipDestinationChanged,
            "the object's links are dropped: none of the objects that they lead to is of the "
              + "relationship's new destination"
          )
        } else if part.sources.count == survivors.count {
          (.relationshipRemoved, "the object's links are dropped with their relationship")
        } else {
          (.relationshipMovedDown, "the object's links are dropped with their relationship")
        }
      return check(
        rule, matches.oldName(id), problem, .warns, from: "\(name: owner) o",
        where: "\(sql: numberTest("o.Z_ENT", part.sources)) "
          + "AND o.Z_PK IN (SELECT h FROM (\(sql: links)))")
    }
  }

  /// Whether the new model has the relationship with another destination, to which none of the old
  /// objects belong.
  private func leadsElsewhere(_ id: RelationshipID) -> Bool {
    let (old, new) = (matches.old.model, matches.new.model)
    return new.entityIDs.contains { entity in
      guard let source = matches.correspondence.source(of: entity) else { return false }
      return matches.correspondence.relationshipPairs(old: source, new: entity).contains {
        $0.old == id && !new[$0.new].isTransient
          && matches.correspondence.destination(of: old[id].destination) != new[$0.new].destination
      }
    }
  }
}
