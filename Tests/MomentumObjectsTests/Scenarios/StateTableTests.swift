import MomentumModel
import Testing

@testable import MomentumObjects

/// The flags of an object after each event of its life: the table of OG-102, row by row.
@Suite struct StateTableTests {
  /// isInserted, isUpdated, isDeleted, hasChanges, isFault, temporary ID, has a context. `?` is open.
  struct Row: Sendable, CustomTestStringConvertible {
    var event: Event
    var flags: String

    init(_ event: Event, _ flags: String) { (self.event, self.flags) = (event, flags) }

    var testDescription: String { "\(event.rawValue) \(flags)" }
  }

  enum Event: String, Sendable {
    case madeWithoutContext, inserted, insertedAndSet, saved, fetched, firstRead, changed
    case changedAndSaved, deleted, deletedAndSaved, insertedAndDeleted, insertedDeletedProcessed
    case insertionRolledBack, changeRolledBack, deletionRolledBack, changeDropped, changeKept
    case cleanRefreshed, insertedRefreshed, reset, unknownIdentity, permanentIdentity
    case insertionUndone, insertionRedone, mergedDeletion, inaccessible, faultDeleted
  }

  @Test(
    "OG-102: each event leaves these flags",
    arguments: [
      Row(.madeWithoutContext, "FFFFFTF"), Row(.inserted, "TFFTFTT"),
      Row(.insertedAndSet, "TFFTFTT"), Row(.saved, "FFFFFFT"), Row(.fetched, "FFFFTFT"),
      Row(.firstRead, "FFFFFFT"), Row(.changed, "FTFTFFT"), Row(.changedAndSaved, "FFFFFFT"),
      Row(.deleted, "F?TTFFT"), Row(.deletedAndSaved, "FFFF?FF"),
      Row(.insertedAndDeleted, "?FT?FTT"), Row(.insertedDeletedProcessed, "FFFF?TF"),
      Row(.insertionRolledBack, "FFFF?TF"), Row(.changeRolledBack, "FFFF?FT"),
      Row(.deletionRolledBack, "FFFF?FT"), Row(.changeDropped, "FFFFTFT"),
      Row(.changeKept, "FTFTFFT"), Row(.cleanRefreshed, "FFFFTFT"),
      Row(.insertedRefreshed, "?FF?TTT"), Row(.reset, "FFFFTFF"),
      Row(.unknownIdentity, "FFFFTFT"), Row(.permanentIdentity, "TFFTFFT"),
      Row(.insertionUndone, "FFFF?T?"), Row(.insertionRedone, "TFFTFTT"),
      Row(.mergedDeletion, "FFTTFFT"), Row(.inaccessible, "FFTTFFT"),
      Row(.faultDeleted, "F?TTTFT"),
    ])
  func table(row: Row) throws {
    let office = try Office()
    let object = try object(after: row.event, office)
    let found = [
      object.isInserted, object.isUpdated, object.isDeleted, object.hasChanges, object.isFault,
      object.objectID.isTemporary, object.context != nil,
    ].map { $0 ? "T" : "F" }.joined()
    let masked = String(zip(found, row.flags).map { $1 == "?" ? "?" : $0 })
    #expect(masked == row.flags)
    #expect(object.faultingState == (object.isFault ? 1 : 0), "OG-107")
  }

  /// An unsaved, a saved or a changed object.
  private func object(after event: Event, _ office: Office) throws -> ManagedObject {
    let context = office.context
    switch event {
    case .madeWithoutContext:
      let object = try office.coordinator.makeObject("Person")
      object["name"] = .string("Ann")
      #expect(object["name"] == .string("Ann") && object["age"] == .integer(18))
      return object
    case .inserted: return try context.insert("Person")
    case .insertedAndSet, .insertedAndDeleted, .insertedDeletedProcessed, .insertionRolledBack,
      .insertedRefreshed, .permanentIdentity, .insertionUndone, .insertionRedone:
      return try inserted(after: event, office)
    case .saved: return try office.person("Ann")
    case .changed, .changedAndSaved, .changeRolledBack, .changeDropped, .changeKept:
      return try changed(after: event, office)
    case .deleted, .deletedAndSaved, .deletionRolledBack:
      let object = try office.person("Ann")
      try context.delete(object)
      if event == .deletedAndSaved { try context.save() }
      if event == .deletionRolledBack { context.rollback() }
      return object
    case .fetched, .firstRead, .faultDeleted, .mergedDeletion, .inaccessible, .unknownIdentity,
      .cleanRefreshed, .reset:
      return try found(after: event, office)
    }
  }

  private func inserted(after event: Event, _ office: Office) throws -> ManagedObject {
    let context = office.context
    context.undoHistory = UndoHistory()
    let object = try context.insert("Person")
    object["name"] = .string("Ann")
    switch event {
    case .insertedAndDeleted: try context.delete(object)
    case .insertedDeletedProcessed:
      try context.delete(object)
      context.processPendingChanges()
    case .insertionRolledBack: context.rollback()
    case .insertedRefreshed:
      context.refresh(object, keepingChanges: false)
      let other = try context.insert("Person")
      context.refresh(other, keepingChanges: false)
      #expect(other["age"] == .integer(18), "firing it does not fail")
    case .permanentIdentity: try context.obtainPermanentIDs(for: [object])
    case .insertionUndone: context.undo()
    case .insertionRedone:
      context.undo()
      context.redo()
    default: break
    }
    return object
  }

  private func changed(after event: Event, _ office: Office) throws -> ManagedObject {
    let context = office.context
    let object = try office.person("Ann")
    object["name"] = .string("Eve")
    switch event {
    case .changedAndSaved: try context.save()
    case .changeRolledBack:
      context.rollback()
      #expect(object["name"] == .string("Ann"))
    case .changeDropped: context.refresh(object, keepingChanges: false)
    case .changeKept:
      context.refresh(object, keepingChanges: true)
      #expect(object["name"] == .string("Eve"))
    default: break
    }
    return object
  }

  private func found(after event: Event, _ office: Office) throws -> ManagedObject {
    let saved = try office.person("Ann")
    let reader = office.context
    reader.retainsRegisteredObjects = true
    guard event != .unknownIdentity, event != .inaccessible else {
      let id = try #require(office.coordinator.objectID(forURI: saved.objectID.uri + "9"))
      if event == .inaccessible { #expect(reader.object(with: id)["name"] == .null) }
      return reader.object(with: id)
    }
    if event == .reset || event == .cleanRefreshed {
      if event == .reset { reader.reset() } else { reader.refresh(saved, keepingChanges: true) }
      return saved
    }
    if event == .mergedDeletion {
      let other = office.other()
      try other.delete(other.object(with: saved.objectID))
      try other.save()
      try reader.merge(MergedChanges(deleted: [saved.objectID]))
      #expect(reader.registeredObject(for: saved.objectID) === saved)
      #expect(reader.deletedObjects == [saved] && saved["name"] == .string("Ann"))
      return saved
    }
    reader.reset()
    let object = try #require(try reader.fetch(ObjectRequest("Person")).first)
    if event == .firstRead { _ = object["name"] }
    if event == .faultDeleted { try reader.delete(object) }
    return object
  }
}
