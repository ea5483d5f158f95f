import MomentumDiagnostics
import MomentumDiff
import MomentumModel
import MomentumSQL
import MomentumStore

// Checks for relationships that would lack required objects, and for links that get lost because a
// to-one relationship can keep one of several only.

extension MappingChecks {
  static let linkRules: [DiagnosticRule] = [severalObjectsRule]

  /// Finds objects that would get fewer links than a relationship requires.
  func requiredLinks(_ index: Int) -> [MigrationPlan.Precondition] {
    guard rows[index].source != nil, let destination = rows[index].destination else { return [] }
    return new.model.relationships(of: destination).compactMap { id in
      requiredLinks(index, destination, id)
    }
  }

  private func requiredLinks(
    _ index: Int, _ destination: EntityID, _ id: RelationshipID
  ) -> MigrationPlan.Precondition? {
    let relationship = new.model[id]
    let minimum = relationship.leastObjects
    guard minimum > 0, new.schema.relationships[id] != nil, let source = rows[index].source
    else { return nil }
    // Report nothing if this entity mapping, or one that makes objects of the destination, has a
    // policy class: its code may set the relationship from either side.
    let partners = rows.indices.filter { other in
      rows[other].destination.map { new.model.inherits($0, from: relationship.destination) }
        ?? false
    }
    guard !rows.hasPolicy([index] + partners) else { return nil }
    var condition = rows.condition(index, "o")
    if let kept = links.kept(index, id) {
      let enough: SQLFragment =
        minimum == 1 ? "" : " GROUP BY owner HAVING count(*) >= \(number: minimum)"
      condition += " AND o.Z_PK NOT IN (SELECT owner FROM (\(sql: kept))\(sql: enough))"
    }
    return MigrationPlan.Precondition(
      .mapping(MappingChecks.requiredValueRule), place(destination, relationship.name),
      minimum == 1
        ? "entity mapping '\(rows[index].name)' gives no object, and the relationship is required"
        : "entity mapping '\(rows[index].name)' gives fewer objects than the \(minimum) that the relationship needs",
      .fails, from: rows.from(source), where: condition,
      error: minimum == 1 ? MappingChecks.missing : MappingChecks.tooFew)
  }

  /// The error that Core Data reports for a to-many relationship with too few objects (documented).
  private static let tooFew = CoreDataError(
    code: 1580, reason: "NSValidationRelationshipLacksMinimumCountError")

  // MARK: - Several objects for one place

  static let severalObjectsRule = DiagnosticRule(
    "mapping.several-objects", .warning,
    "A to-one relationship would get several objects.",
    """
    The relationship was to-many in the old model, or several entity mappings make objects for it. \
    The first object stays: the first in an ordered relationship, otherwise the one with the \
    lowest key. The message says how many objects this affects. Make the relationship to-many, or \
    choose the object in the code of a policy.
    """, .own)

  /// Finds objects that lose links because a to-one relationship takes only the first of several.
  func ambiguousTargets(_ index: Int) -> [MigrationPlan.Precondition] {
    rows[index].relationships.flatMap { mapping in
      [severalTargets(index, mapping), sharedTargets(index, mapping)].compactMap { $0 }
    }
  }

  private func severalTargets(
    _ index: Int, _ mapping: ResolvedMapping.RelationshipMapping
  ) -> MigrationPlan.Precondition? {
    let sources = mapping.producingMappings.compactMap { rows[$0].source }
    let isOne =
      mapping.path.allSatisfy { !old.model[$0].isToMany }
      && Set(sources).count == sources.count
    guard !new.model[mapping.relationship].isToMany, !isOne else { return nil }
    return severalObjects(
      index, mapping,
      "there are several objects for the relationship, which holds at most one: the first by place and key"
    ) { pairs in "SELECT owner FROM (\(sql: pairs)) GROUP BY owner HAVING count(*) > 1" }
  }

  private func sharedTargets(
    _ index: Int, _ mapping: ResolvedMapping.RelationshipMapping
  ) -> MigrationPlan.Precondition? {
    let id = mapping.relationship
    guard links.isExclusive(id), !isMirrored(mapping) else { return nil }
    if mapping.path.isEmpty { return nil }
    if mapping.path.count == 1, let inverse = old.model.storedInverse(of: mapping.path[0]),
      !old.model[inverse].isToMany
    {
      return nil
    }
    return severalObjects(
      index, mapping,
      "another object with a lower key leads to the same one, which can be held only once"
    ) { pairs in
      "SELECT owner FROM (SELECT owner, row_number() OVER (PARTITION BY maker, target "
        + "ORDER BY owner) AS n FROM (\(sql: pairs)) ) WHERE n > 1"
    }
  }

  /// Whether the inverse is mapped from the same old links. Then only the check of the inverse
  /// reports lost links; otherwise each loss would be reported twice.
  private func isMirrored(_ mapping: ResolvedMapping.RelationshipMapping) -> Bool {
    guard mapping.path.count == 1, let back = old.model.storedInverse(of: mapping.path[0]),
      let inverse = new.model.storedInverse(of: mapping.relationship), old.model[back].isToMany
    else { return false }
    return mapping.producingMappings.allSatisfy { maker in
      rows[maker].relationships.contains { $0.relationship == inverse && $0.path == [back] }
    }
  }

  /// - Parameter owners: Makes the statement that selects the owners that lose links, from a
  ///   statement that selects the pairs of owner and target.
  private func severalObjects(
    _ index: Int, _ mapping: ResolvedMapping.RelationshipMapping, _ problem: String,
    owners: (_ pairs: SQLFragment) -> SQLFragment
  ) -> MigrationPlan.Precondition? {
    guard let source = rows[index].source, let pairs = links.pairs(index, mapping) else {
      return nil
    }
    return MigrationPlan.Precondition(
      .mapping(MappingChecks.severalObjectsRule), name(index, mapping), problem, .warns,
      from: rows.from(source),
      where: "\(sql: rows.condition(index, "o")) AND o.Z_PK IN (\(sql: owners(pairs)))")
  }

  private func name(
    _ index: Int, _ mapping: ResolvedMapping.RelationshipMapping
  ) -> String {
    place(
      rows[index].destination ?? mapping.relationship.entity,
      new.model[mapping.relationship].name)
  }

  // MARK: - Targets outside the destination

  /// Finds links that get lost because an entity mapping turns the target into an object of an
  /// entity to which the relationship cannot lead.
  func unmadeLinks(_ index: Int) -> [MigrationPlan.Precondition] {
    guard let source = rows[index].source else { return [] }
    return rows[index].relationships.compactMap { mapping in
      var joins = SourceJoins(OldTables(old), from: source, key: "o.Z_PK", row: "o", kind: .inner)
      let end = joins.end(of: mapping.path)
      let others = rows.takers(ofFamily: end.entity).filter {
        !mapping.producingMappings.contains($0)
      }
      guard !others.isEmpty, !rows.hasPolicy([index] + others) else { return nil }
      // Several entity mappings may take one old object. If one of them makes an object of the
      // relationship's destination, the link stays; only objects without such a mapping lose it.
      let lost: SQLFragment =
        """
        SELECT o.Z_PK FROM \(sql: rows.from(source))\(sql: joins.sql) \
        JOIN \(name: old.schema[end.entity].table) k ON k.Z_PK = \(sql: end.key) \
        WHERE \(sql: rows.condition(any: others, "k")) \
        AND NOT \(sql: rows.condition(any: mapping.producingMappings, "k"))
        """
      return MigrationPlan.Precondition(
        .mapping(MappingChecks.lostLinksRule), name(index, mapping),
        "some of its objects become none that the relationship takes, and are no longer linked",
        .warns, from: rows.from(source),
        where: "\(sql: rows.condition(index, "o")) AND o.Z_PK IN (\(sql: lost))")
    }
  }
}
