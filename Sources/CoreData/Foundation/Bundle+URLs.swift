extension Bundle {
  /// The bundle with the resources of the module of a class: the folder `Package_Target.resources`
  /// beside the program, or what `Bundle(for:)` finds, for which `momentum adapt` writes this.
  public static func withResources(of type: AnyClass) -> Bundle {
    let module = String(String(reflecting: type).prefix { $0 != "." })
    return ModelFiles.resources(of: module).flatMap { Bundle(url: $0) } ?? Bundle(for: type)
  }

  /// The bundle with an identifier, such as `com.shop.Stack`. The resources of a package have no
  /// identifier on Linux: its last part is the name of their module. `momentum adapt` writes this for
  /// `Bundle(identifier:)`.
  public static func identified(by identifier: String) -> Bundle? {
    if let found = Bundle(identifier: identifier) { return found }
    let module = identifier.split(separator: ".").last.map(String.init) ?? ""
    return ModelFiles.resources(of: module).flatMap { Bundle(url: $0) }
  }

  /// The files of a bundle that have an extension. Foundation has two methods
  /// `urls(forResourcesWithExtension:subdirectory:)` that differ in their result alone, so a call can be
  /// ambiguous on Linux; `momentum adapt` writes this method in its place.
  public func fileURLs(
    forResourcesWithExtension ext: String?, subdirectory: String?, localization: String? = nil
  ) -> [URL]? {
    guard let localization else {
      return urls(forResourcesWithExtension: ext, subdirectory: subdirectory)
    }
    return urls(
      forResourcesWithExtension: ext, subdirectory: subdirectory, localization: localization)
  }

  /// The files of a bundle with an extension, as the type that they have on a Mac. Foundation for Linux
  /// returns `NSURL`s; its own method is called where either type would do.
  @_disfavoredOverload
  public func urls(forResourcesWithExtension ext: String?, subdirectory: String?) -> [URL]? {
    let urls: [NSURL]? = urls(forResourcesWithExtension: ext, subdirectory: subdirectory)
    return urls.map { $0.map { $0 as URL } }
  }

  /// The same in the folder of a language.
  @_disfavoredOverload
  public func urls(
    forResourcesWithExtension ext: String?, subdirectory: String?, localization: String?
  ) -> [URL]? {
    let urls: [NSURL]? = urls(
      forResourcesWithExtension: ext, subdirectory: subdirectory, localization: localization)
    return urls.map { $0.map { $0 as URL } }
  }
}
