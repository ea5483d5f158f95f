import MomentumPropertyList

/// The structure of an archived model, as a line for each member of the model, an entity, a property
/// or an index: `Venue.name.NSAttributeType: 700`.
///
/// A reference to an object is shown by the object's class and name. Classes that differ only in
/// whether they can be changed, such as NSMutableSet and NSSet, are shown alike, and so are a flag and
/// the number 0 or 1.
struct ArchiveOutline {
  private let archive: KeyedArchive
  private(set) var lines: Set<String> = []
  /// The inherited properties that have only a proxy, as `Entity.property`. Some older stores have
  /// them where others repeat the property.
  private(set) var proxies: Set<String> = []

  init(_ bytes: [UInt8], leavingOut left: Set<String> = []) throws {
    archive = try KeyedArchive(bytes)
    guard let root = archive.object(archive.root) else { return }
    add(root, "model")
    if let entities = archive.object(root.members["NSEntities"]) {
      add(entities, "model.NSEntities")
      if let mapping = archive.object(entities.members["searchMapping"]) {
        add(mapping, "model.NSEntities.searchMapping")
      }
    }
    for (name, value) in archive.pairs(root.members["NSEntities"]) {
      guard let entity = archive.object(value) else { continue }
      add(entity, name)
      for (key, property) in archive.pairs(entity.members["NSProperties"]) {
        guard let property = archive.object(property), !left.contains("\(name).\(key)") else {
          continue
        }
        if property.className == "_NSPropertyDescriptionProxy" {
          proxies.insert("\(name).\(key)")
        } else {
          add(property, "\(name).\(key)")
        }
      }
      for index in archive.items(entity.members["NSFetchIndexDescriptions"]) {
        guard let index = archive.object(index) else { continue }
        let title = "\(name)[\(archive.string(index.members["NSIndexName"]) ?? "")]"
        add(index, title)
        for (place, element) in archive.items(index.members["NSIndexElements"]).enumerated() {
          if let element = archive.object(element) { add(element, "\(title).\(place)") }
        }
      }
    }
  }

  private mutating func add(_ object: KeyedArchive.Object, _ title: String) {
    lines.insert("\(title).class: \(object.className)")
    for (key, value) in object.members where key != "$class" {
      lines.insert("\(title).\(key): \(text(value))")
    }
  }

  private func text(_ value: PropertyList?) -> String {
    if let text = archive.string(value) { return "\"\(text)\"" }
    switch archive.node(value) {
    case .null: return "nil"
    case .value(.array(let items)): return "\(items.count) items"
    case .value(.boolean(let flag)): return flag ? "1" : "0"
    case .value(.integer(let number)): return "\(number)"
    case .value(.real(let number)): return Int64(exactly: number).map { "\($0)" } ?? "\(number)"
    case .value(let value): return "\(value)"
    case .object(let object): return text(object, value)
    }
  }

  private func text(_ object: KeyedArchive.Object, _ value: PropertyList?) -> String {
    let name = object.className.replacing("Mutable", with: "")
    for key in ["NSEntityName", "NSPropertyName", "NSIndexName"] {
      if let found = archive.string(object.members[key]) { return "\(name) \(found)" }
    }
    let keys = archive.pairs(value).map(\.key)
    if !keys.isEmpty { return "\(name) \(keys.sorted())" }
    // One real copy lists some indexes twice.
    var seen: Set<String> = []
    let items = archive.items(value).map { text($0) }.filter { seen.insert($0).inserted }
    return items.isEmpty ? name : "\(name) \(name == "NSSet" ? items.sorted() : items)"
  }
}
