import Foundation
import MomentumModel
import MomentumQuery

extension StoreCoordinator {
  /// Copies all objects of an open store into a new store of any type. The new store replaces the
  /// old one in the coordinator; the file of the old store stays.
  ///
  /// Objects of contexts become objects of the new store; their identities and URIs change. Save
  /// all contexts before: unsaved changes are kept, but the next save cannot detect whether others
  /// have changed the same rows of the old store.
  ///
  /// - Returns: The `NSStoreUUID` of the new store.
  @discardableResult
  public func migrate(
    store identifier: String, to description: StoreDescription
  ) throws -> String {
    guard let source = store(identifier) else { throw ObjectError.removedStore(identifier) }
    try checkIsNew(description.kind)
    let opener = StoreOpener(model: model, coordinator: self)
    let target: any ObjectStore
    do { target = try opener.open(description) } catch {
      throw ObjectError.reported(error, .open, path: description.kind.path)
    }
    let copy: StoreCopy
    do {
      copy = try StoreCopy(from: source, to: target, model)
      try target.save(copy.changes)
    } catch {
      target.close()
      throw ObjectError.reported(error, .save, path: description.kind.path)
    }
    remove(source)
    try add(target, description)
    record(saved: Array(copy.rows.values), deleted: [])
    for context in contexts where context.parent == nil { copy.rename(objectsOf: context) }
    _ = notify(.didMigrate(from: identifier, to: target.identifier))
    return target.identifier
  }
}

/// All objects of a store, with the identities that they have in another store.
struct StoreCopy {
  /// The new rows by their old identities.
  private(set) var rows: [ObjectID: RowSnapshot] = [:]
  private(set) var changes = StoreChanges()

  init(
    from source: any ObjectStore, to target: any ObjectStore, _ model: ModelPlan
  ) throws {
    var old: [RowSnapshot] = []
    var ids: [ObjectID: ObjectID] = [:]
    for root in model.entities where root.root == root.id {
      let found = try source.rows(StoreFetch(FetchRequest(entity: root.id)))
      guard !found.isEmpty else { continue }
      let numbers = try target.reserveNumbers(found.count, root: root)
      for (row, number) in zip(found, numbers) {
        ids[row.id] = ObjectID(target.places[row.id.entity], number)
      }
      old += found
    }
    let readAt = Date().timeIntervalSinceReferenceDate
    for row in old {
      guard let id = ids[row.id] else { continue }
      let entity = id.entity
      let new = RowSnapshot(
        id, version: 1, values: entity.leaves.indices.map { row.value($0) },
        toOnes: entity.toOnes.indices.map { row.toOne($0).flatMap { ids[$0] } }, readAt: readAt)
      rows[row.id] = new
      changes.inserts.append(StoreChanges.Insert(new))
      for relationship in entity.toManys
      where relationship.isStoredInLinks || relationship.isOrdered {
        let members = try source.members(relationship, of: row.id).compactMap { ids[$0] }
        guard !members.isEmpty else { continue }
        changes.links.append(
          StoreChanges.Link(
            source: id, relationship: relationship,
            added: relationship.writesPairs ? members : [], removed: [],
            order: relationship.isOrdered ? members : nil))
      }
    }
    // Copy the app's own keys; keys that describe the new store keep their values.
    var information = source.metadata
    for (key, value) in target.metadata.values { information[key] = value }
    target.metadata = information
  }
}

extension StoreCopy {
  /// Gives the objects of a context their new identities.
  func rename(objectsOf context: ObjectContext) {
    context.performAndWait {
      for object in context.registeredObjects {
        guard let row = rows[object.objectID] else { continue }
        context.rename(object, to: row.id)
        object.row = object.row.map { _ in row }
        guard let details = object.details else { continue }
        for index in details.toManys.indices {
          details.toManys[index].stored = details.toManys[index].stored?.map {
            rows[$0]?.id ?? $0
          }
        }
      }
    }
  }
}
