import MomentumObjects

/// The classes of managed objects, by the names that models have.
///
/// Linux cannot find a class by its bare name, so a class is known when the program has used or
/// registered it, or if it is in a module that another known class is in (CL-7).
final class ManagedObjectClasses: Sendable {
  static let shared = ManagedObjectClasses()

  private struct State {
    var types: [String: NSManagedObject.Type] = [:]
    /// The modules of known classes, the program's own first.
    var modules: [String] = [ProcessInfo.processInfo.processName.replacing("-", with: "_")]
  }

  private let state = Locked(State())

  /// Notes a class by its name.
  func register(_ type: NSManagedObject.Type) {
    guard type != NSManagedObject.self else { return }
    let name = String(reflecting: type)
    let bare = Self.bare(name)
    state.withLock { state in
      guard state.types[name] == nil else { return }
      state.types[name] = type
      state.types[bare] = type
      if name.count > bare.count {
        let module = String(name.prefix { $0 != "." })
        if !state.modules.contains(module) { state.modules.append(module) }
      }
    }
  }

  static func bare(_ name: String) -> String {
    String(name.split(separator: ".").last ?? "")
  }

  /// The class of an entity; `NSManagedObject` if it has none or the class is not known.
  func type(of entity: NSEntityDescription) -> NSManagedObject.Type {
    var next: NSEntityDescription? = entity
    while let entity = next {
      if let name = entity.managedObjectClassName, name != "NSManagedObject", !name.isEmpty,
        let found = type(named: name)
      {
        return found
      }
      next = entity.superentity
    }
    return NSManagedObject.self
  }

  private func type(named written: String) -> NSManagedObject.Type? {
    let name = written.hasPrefix(".") ? String(written.dropFirst()) : written
    let (known, modules) = state.withLock { ($0.types[name], $0.modules) }
    if let known { return known }
    let names =
      (name.contains(".") ? [name] : []) + modules.map { "\($0).\(Self.bare(name))" }
    for name in names {
      guard let found = NSClassFromString(name) as? NSManagedObject.Type else { continue }
      register(found)
      return found
    }
    return state.withLock { $0.types[Self.bare(name)] }
  }

  /// The managed object of a core.
  func object(of core: ManagedObject) -> NSManagedObject {
    guard let core = core as? ObjectCore else {
      CoreDataException.raise(
        "NSInternalInconsistencyException", "\(core.objectID.uri) is an object of another library.")
    }
    if let face = core.face { return face }
    let known = (core.context as? ContextCore)?.face?.entity(of: core)
    guard let entity = known ?? ModelRegistry.shared.entity(of: core) else {
      CoreDataException.raise(
        "NSObjectInaccessibleException",
        "the context of '\(core.objectID.uri)' does not exist any more.")
    }
    let type = type(of: entity)
    ObjectBirth.core = core
    let object = type.init(entity: entity, insertInto: nil)
    if !core.isFault, !core.isInserted { object.awakeFromFetch() }
    return object
  }
}

extension NSManagedObject {
  /// Makes a class known before objects of it are read, by its own name. Generated code calls this.
  public static func registerClass() { ManagedObjectClasses.shared.register(self) }
}
