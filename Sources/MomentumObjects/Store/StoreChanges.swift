/// The changes of one save for one store. The context has already applied inverses and delete
/// rules, so a store only writes these changes.
package struct StoreChanges: Sendable {
  package var inserts: [Insert]
  package var updates: [Update]
  package var deletes: [Delete]
  /// Changed many-to-many and ordered relationships, and to-many ones without inverse. Other
  /// one-to-many relationships are stored in the rows of their members and are not here.
  package var links: [Link]
  /// Rows that the save does not change, but whose version in the store must be the one that was
  /// read.
  package var checked: [RowSnapshot]
  /// Who makes the change and in which context, for the persistent history.
  package var author: String?
  package var contextName: String?

  package init(
    inserts: [Insert] = [], updates: [Update] = [], deletes: [Delete] = [], links: [Link] = [],
    checked: [RowSnapshot] = [], author: String? = nil, contextName: String? = nil
  ) {
    self.inserts = inserts
    self.updates = updates
    self.deletes = deletes
    self.links = links
    self.checked = checked
    self.author = author
    self.contextName = contextName
  }

  package var isEmpty: Bool {
    inserts.isEmpty && updates.isEmpty && deletes.isEmpty && links.isEmpty && checked.isEmpty
  }

  /// The versions of rows that the save has read. Each must still be in the store.
  package var readVersions: [(id: ObjectID, version: Int64)] {
    updates.map { ($0.new.id, $0.oldVersion) } + deletes.map { ($0.old.id, $0.old.version) }
      + checked.map { ($0.id, $0.version) }
  }

  /// A new row, whose version is 1.
  package struct Insert: Sendable {
    package var row: RowSnapshot

    package init(_ row: RowSnapshot) { self.row = row }
  }

  /// A changed row.
  package struct Update: Sendable {
    /// The row after the save, with the next version.
    package var new: RowSnapshot
    /// The version that was read, which must still be in the store.
    package var oldVersion: Int64
    package var changed: ChangedProperties

    package init(_ new: RowSnapshot, oldVersion: Int64, _ changed: ChangedProperties) {
      self.new = new
      self.oldVersion = oldVersion
      self.changed = changed
    }
  }

  /// The properties that differ after an update.
  ///
  /// It is a class, which updates of the same properties share: a save may have many of them.
  package final class ChangedProperties: Sendable {
    /// The indexes of the values and to-one relationships. Both are empty if only the version
    /// rises, because a to-many relationship has changed.
    package let leaves: SmallSet
    package let toOnes: SmallSet
    /// The indexes of the to-many relationships whose members have changed, for the persistent
    /// history.
    package let toManys: SmallSet

    package init(leaves: SmallSet, toOnes: SmallSet, toManys: SmallSet) {
      self.leaves = leaves
      self.toOnes = toOnes
      self.toManys = toManys
    }

    func isEqual(_ leaves: SmallSet, _ toOnes: SmallSet, _ toManys: SmallSet) -> Bool {
      self.leaves == leaves && self.toOnes == toOnes && self.toManys == toManys
    }
  }

  /// A deleted row, as it was read. Its version must still be in the store.
  package struct Delete: Sendable {
    package var old: RowSnapshot

    package init(_ old: RowSnapshot) { self.old = old }
  }

  /// The change of one to-many relationship of one object.
  package struct Link: Sendable {
    package var source: ObjectID
    package var relationship: ObjectRelationship
    package var added: [ObjectID]
    package var removed: [ObjectID]
    /// All members in their order after the save; `nil` for an unordered relationship.
    package var order: [ObjectID]?

    package init(
      source: ObjectID, relationship: ObjectRelationship, added: [ObjectID], removed: [ObjectID],
      order: [ObjectID]?
    ) {
      self.source = source
      self.relationship = relationship
      self.added = added
      self.removed = removed
      self.order = order
    }
  }
}

extension RowSnapshot {
  /// The value of an attribute, or the identity of a to-one relationship's object.
  package func value(named name: String) -> StoredValue? {
    let entity = id.entity
    switch entity.place(of: name) {
    case .attribute(let index):
      return value(entity.attributes[index].leaves.lowerBound).map { .attribute($0) }
    case .toOne(let index): return toOne(index).map { .identity($0) }
    case .toMany, .fetchedProperty, nil: return nil
    }
  }
}

extension StoreChanges.Update {
  /// Whether the update changes at least one of these properties.
  package func changes(_ names: [String]) -> Bool {
    let entity = new.id.entity
    return names.contains { name in
      switch entity.place(of: name) {
      case .attribute(let index):
        entity.attributes[index].leaves.contains { changed.leaves.contains($0) }
      case .toOne(let index): changed.toOnes.contains(index)
      case .toMany, .fetchedProperty, nil: false
      }
    }
  }
}
