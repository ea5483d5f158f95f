import MomentumDiff
import MomentumModel
import MomentumSQL
import MomentumStore

// Checks for tables and columns that the old model does not describe, and for values that the
// migration leaves as they are although the new model stores or derives them in another way.

extension CheckBuilder {
  func droppedObjects() -> [MigrationPlan.Precondition] {
    let broken = VanishedNames(plans).broken(in: catalog)
    let targets = Set(matches.new.schema.tables.flatMap(\.triggers).map { folded($0.name) })
    return catalog.objects.filter {
      broken.contains($0) && !($0.kind == .trigger && targets.contains(folded($0.name)))
    }.map { .dropped($0) }
  }

  /// Finds values in columns that the old model does not have. A rebuilt table lacks these columns,
  /// so the values are lost.
  func unknownColumns(in table: TablePlan, _ live: LiveColumns) -> [MigrationPlan.Precondition] {
    guard let source = table.match.source, case .rebuilt = table.shape,
      plans.entities.first(where: { $0.match.source?.name == source.name })?.name == table.name
    else { return [] }
    let known = live.all(in: table.match.members.map(\.old))
    return source.columns.filter { !known.contains(folded($0.name)) }.map { column in
      check(
        .store(StoreRule.unknownColumn), "\(source.name).\(column.name)",
        "the value is in a column that the model does not have, and is dropped with the column",
        .warns, from: self.source(of: table), where: "o.\(name: column.name) IS NOT NULL")
    }
  }

  /// Finds rows whose derived attribute stays out of date until their next save, because no SQL
  /// computes the attribute.
  func uncomputedDerivations(
    in table: TablePlan, _ stale: StaleDerivations
  ) -> [MigrationPlan.Precondition] {
    guard table.match.source != nil else { return [] }
    return matches.newFamilies.family(of: table.match.root).flatMap { entity in
      matches.new.model[entity].attributes.indices.compactMap {
        index -> MigrationPlan.Precondition? in
        let id = AttributeID(entity, index)
        guard stale.contains(id), stale.statements(for: id, in: table).isEmpty,
          matches.new.schema.attributeColumns[id] != nil
        else { return nil }
        let numbers = matches.newFamilies.family(of: entity).compactMap { member in
          matches.pairs[member.index].map { matches.old.number(of: $0.old) }
        }.sorted()
        guard !numbers.isEmpty else { return nil }
        return check(
          .store(StoreRule.derivedNotComputed),
          "\(matches.new.model[entity].name).\(matches.new.model[id].name)",
          "the derived attribute is not computed before the object's next save", .warns,
          from: source(of: table), where: numberTest("o.Z_ENT", numbers))
      }
    }
  }

  /// Finds values of an attribute whose setting for external storage changes: they stay in the row
  /// or in the file, where the old model put them.
  func externalStorage(in table: TablePlan) -> [MigrationPlan.Precondition] {
    guard table.match.source != nil else { return [] }
    return matches.newFamilies.family(of: table.match.root).flatMap { entity in
      matches.new.model[entity].attributes.indices.flatMap { index in
        externalStorage(of: AttributeID(entity, index), in: table)
      }
    }
  }

  private func externalStorage(
    of id: AttributeID, in table: TablePlan
  ) -> [MigrationPlan.Precondition] {
    let attribute = matches.new.model[id]
    let pairs = matches.newFamilies.family(of: id.entity).compactMap { entity in
      matches.pairs[entity.index].flatMap { pair in
        pair.attributes[id].map { (number: matches.old.number(of: pair.old), source: $0) }
      }
    }.filter {
      matches.old.model[$0.source].allowsExternalStorage != attribute.allowsExternalStorage
    }
    return unique(pairs.map(\.source)).compactMap { source in
      guard let column = matches.old.attributeColumns[source] else { return nil }
      let numbers = pairs.filter { $0.source == source }.map(\.number).sorted()
      return check(
        .attributeExternalStorageChanged,
        "\(matches.new.model[id.entity].name).\(attribute.name)",
        "the value stays as it was stored, in the row or in a file of its own", .warns,
        from: self.source(of: table),
        where: "\(sql: numberTest("o.Z_ENT", numbers)) AND o.\(name: column) IS NOT NULL")
    }
  }
}
