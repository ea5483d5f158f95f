import MomentumModel

/// An object that was changed in this context and by somebody else since it was read.
///
/// If another context of the coordinator has saved the newer row, the coordinator has it, and the
/// row is ``cachedSnapshot``. Otherwise the newer row in the store is ``persistedSnapshot``, and
/// the cached one is the row that was read last (OG-621, OG-623).
package final class MergeConflict: Sendable {
  package let id: ObjectID
  package let oldVersion: Int64
  /// The version of the newer row; 0 if the row was deleted.
  package let newVersion: Int64
  /// The row that the context has read last; `nil` for a new object whose key is already in use.
  package let objectSnapshot: RowSnapshot?
  package let cachedSnapshot: RowSnapshot?
  package let persistedSnapshot: RowSnapshot?

  /// - Parameters:
  ///   - present: The row in the store; `nil` if it was deleted.
  ///   - isCached: Whether the coordinator has the present row already.
  init(_ id: ObjectID, read: RowSnapshot?, present: RowSnapshot?, isCached: Bool) {
    self.id = id
    oldVersion = read?.version ?? 0
    newVersion = present?.version ?? 0
    objectSnapshot = read
    cachedSnapshot = isCached ? present : read
    persistedSnapshot = isCached ? nil : present
  }
}

extension MergeConflict: CustomStringConvertible {
  /// The conflict as Core Data describes it:
  ///
  /// `NSMergeConflict (0x…) for NSManagedObject (…) with objectID '0x… <x-coredata://…>' with
  /// oldVersion = 1 and newVersion = 2 and old object snapshot = {…} and new cached row = {…}`
  ///
  /// Source: observed in logs (OG-622); the words for a persisted row are assumed.
  package var description: String {
    let address = String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16)
    var text =
      "NSMergeConflict (0x\(address)) for NSManagedObject with objectID '<\(id.uri)>' with "
      + "oldVersion = \(oldVersion) and newVersion = "
      + (newVersion == 0 ? "<deleted>" : "\(newVersion)")
      + " and old object snapshot = \(objectSnapshot?.printed ?? "\"<null>\"")"
    guard newVersion != 0 else { return text }
    if let persistedSnapshot {
      text += " and new persisted row = \(persistedSnapshot.printed)"
    } else if let cachedSnapshot {
      text += " and new cached row = \(cachedSnapshot.printed)"
    }
    return text
  }
}

extension RowSnapshot {
  /// The values and to-one identities of a row, as a property list prints them.
  fileprivate var printed: String {
    var lines: [(name: String, text: String)] = []
    for attribute in id.entity.attributes where attribute.isPersistent {
      for leaf in attribute.leaves {
        let name = ([attribute.name] + id.entity.leaves[leaf].path).joined(separator: ".")
        lines.append((name, value(leaf).map { PropertyValue($0).printed } ?? "\"<null>\""))
      }
    }
    for (index, relationship) in id.entity.toOnes.enumerated() where !relationship.isTransient {
      lines.append((relationship.name, toOne(index).map { "\"<\($0.uri)>\"" } ?? "\"<null>\""))
    }
    let sorted = lines.sorted { $0.name < $1.name }
    return "{\n" + sorted.map { "    \($0.name) = \($0.text);\n" }.joined() + "}"
  }
}

extension ConstraintViolation: CustomStringConvertible {
  /// The conflict as Core Data describes it:
  ///
  /// `NSConstraintConflict for constraint (…): database: (null), conflictedObjects: (…)`
  ///
  /// Source: observed in logs (OG-630).
  package var description: String {
    func list(_ items: [String]) -> String {
      "(\n" + items.map { "    \($0)" }.joined(separator: ",\n") + "\n)"
    }
    return "NSConstraintConflict for constraint \(list(constraint)): database: "
      + (present.map { "<\($0.id.uri)>" } ?? "(null)")
      + ", conflictedObjects: \(list(objects.map { "\"<\($0.uri)>\"" }))"
  }
}
