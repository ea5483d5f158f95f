package import MomentumModel
package import MomentumStore

/// `ACHANGE.ZCOLUMNS`: a bit for each property of an object, set if an update changed it.
///
/// Observed from the byte counts of 13 entities and from frequent sets of bits: The first property
/// is the highest bit of the first byte. To-one relationships come first, then attributes, then
/// to-many relationships; each kind from the root entity down, by name within an entity. A to-one
/// relationship whose destination has sub-entities takes a second bit. Transient properties have no
/// bit.
///
/// Assumed: names are compared by their bytes; the second bit follows the first and is never set;
/// each element of a composite has a bit.
package struct HistoryColumns {
  private var slots: [ChangedProperty: [Int]] = [:]
  private var count = 0

  package init(_ entity: EntityID, _ model: ObjectModel, _ schema: StoreSchema) {
    let lineage = Array(model.lineage(of: entity).reversed())
    func sorted<ID>(_ ids: [ID], _ name: (ID) -> String) -> [ID] {
      ids.sorted { name($0).utf8.lexicographicallyPrecedes(name($1).utf8) }
    }
    func relationships(isToMany: Bool) -> [RelationshipID] {
      lineage.flatMap { owner in
        sorted(
          model.relationships(of: owner).filter {
            $0.entity == owner && model[$0].isToMany == isToMany && schema.relationships[$0] != nil
          }
        ) { model[$0].name }
      }
    }
    for id in relationships(isToMany: false) {
      add(.relationship(id))
      if case .foreignKey(let key)? = schema.relationships[id], key.entityColumn != nil {
        count += 1
      }
    }
    for owner in lineage {
      for id in sorted(
        model.attributes(of: owner).filter({ $0.entity == owner }), { model[$0].name })
      {
        for _ in schema.compositeColumns[id] ?? [] { add(.attribute(id)) }
        if schema.attributeColumns[id] != nil { add(.attribute(id)) }
      }
    }
    for id in relationships(isToMany: true) { add(.relationship(id)) }
  }

  private mutating func add(_ property: ChangedProperty) {
    slots[property, default: []].append(count)
    count += 1
  }

  func bits(_ changed: Set<ChangedProperty>) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (count + 7) / 8)
    for slot in changed.flatMap({ slots[$0] ?? [] }) { bytes[slot / 8] |= 0x80 >> UInt8(slot % 8) }
    return bytes
  }

  /// The properties whose bits are set. `bytes` may be shorter or longer than this model needs,
  /// since the model may have had other properties: missing bits count as 0, additional bits are
  /// ignored.
  package func changed(in bytes: [UInt8]) -> Set<ChangedProperty> {
    var changed: Set<ChangedProperty> = []
    for (property, places) in slots
    where places.contains(where: { slot in
      slot / 8 < bytes.count && bytes[slot / 8] & (0x80 >> UInt8(slot % 8)) != 0
    }) {
      changed.insert(property)
    }
    return changed
  }
}
