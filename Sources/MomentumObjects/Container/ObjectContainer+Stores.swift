import Foundation

extension ObjectContainer {
  /// Opens all stores of ``descriptions``, one after another, and migrates those of older versions.
  ///
  /// Throws the first error; the other stores are opened all the same. Errors have Core Data's
  /// codes, such as 134100 for a store of another version that must not be migrated; see
  /// ``ObjectError``.
  public func openStores() throws {
    var failure: (any Error)?
    for description in descriptions {
      do { try opener.add(description) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  /// Opens all stores of ``descriptions``, and calls `completion` once for each store with `nil` or
  /// its error. It is called before this method returns; for a description with
  /// ``StoreDescription/Option/opensAsynchronously`` later, on the coordinator's queue.
  public func openStores(
    completion: @escaping @Sendable (StoreDescription, (any Error)?) -> Void
  ) {
    let opener = opener
    for description in descriptions {
      guard description.options.contains(.opensAsynchronously) else {
        completion(description, opener.failure(of: description))
        continue
      }
      coordinator.queue.async { completion(description, opener.failure(of: description)) }
    }
  }

  private var opener: StoreOpener {
    StoreOpener(
      model: model, versions: versions, stages: stages, mappings: mappings,
      coordinator: coordinator)
  }

  // MARK: - The default folder

  /// The folder for stores: `$XDG_DATA_HOME` or `~/.local/share`, then the name of the program.
  static var defaultFolder: String {
    let environment = ProcessInfo.processInfo.environment
    let data =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? NSHomeDirectory() + "/.local/share"
    return data + "/" + ProcessInfo.processInfo.processName
  }

  /// Makes the default folder if the file will be in it.
  static func makeDefaultFolder(of path: String) throws {
    guard path.hasPrefix(defaultFolder + "/") else { return }
    try FileManager.default.createDirectory(
      atPath: defaultFolder, withIntermediateDirectories: true)
  }
}

extension StoreOpener {
  fileprivate func failure(of description: StoreDescription) -> (any Error)? {
    do {
      try add(description)
      return nil
    } catch {
      return error
    }
  }
}
