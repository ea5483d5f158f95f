/// The attributes whose values the user info of their entity keeps in history after an object was
/// deleted. They are hashed as if the flag of the attribute itself were set (observed on macOS
/// 10.13).
package enum HistoryTombstones {
  /// The attribute names in the entry `NSPersistentHistoryTombstoneAttributes` of an entity's own
  /// user info.
  package static func names(of entity: Entity) -> Set<String> {
    let entry = entity.userInfo.first { $0.key == "NSPersistentHistoryTombstoneAttributes" }
    let names = entry?.value.split(separator: ",") ?? []
    return Set(names.map { name in String(name.drop { $0 == " " }.prefix { $0 != " " }) })
  }
}
