public import MomentumDiagnostics

/// One version in a model bundle.
public struct ModelVersion: Sendable, Hashable {
  /// Without `.xcdatamodel`.
  public var name: String
  /// The version's folder, as the user gave the bundle's path; the file itself where it stands alone.
  public var path: String
  public var isCurrent: Bool
}

/// A model file that is ready to be read.
public struct LoadedModelFile: Sendable, Hashable {
  /// The path of the `contents` file, as the user gave the bundle's path.
  public var path: String
  /// Without `.xcdatamodel`.
  public var versionName: String
  public var contents: SourceFile
}

/// Finds the version to read in a `.xcdatamodeld`, a `.xcdatamodel` or a bare file.
public enum ModelBundle {
  /// Reads the `contents` of a version, by default the current one.
  ///
  /// - Parameter version: a version's name, with or without `.xcdatamodel`.
  /// - Returns: `nil` with a diagnostic where the path is no model or has no such version.
  public static func load(
    path: String, version: String? = nil, _ diagnostics: inout Diagnostics
  ) throws(ModelFileError) -> LoadedModelFile? {
    let listing = try ModelFolder.list(path)
    guard let chosen = choose(version, in: listing, &diagnostics) else { return nil }
    guard let contentsPath = chosen.contentsPath else {
      let location = SourceLocation(SourceFile(path: chosen.path, utf8: []), SourceRange(0, 0))
      diagnostics.report(
        chosen.isOldFormat ? ModelFileMessage.oldFormat : .notABundle, at: location)
      return nil
    }
    let bytes = try ModelFolder.read(contentsPath, sizeMax: XMLLimits().sizeMax)
    let file = SourceFile(path: contentsPath, utf8: bytes ?? [])
    guard bytes != nil else {
      diagnostics.report(
        XMLMessage.sizeLimit(XMLLimits().sizeMax), at: SourceLocation(file, SourceRange(0, 0)))
      return nil
    }
    return LoadedModelFile(path: contentsPath, versionName: chosen.name, contents: file)
  }

  /// All versions of a bundle, in the order in which a person counts them; one for anything else.
  public static func versions(
    path: String, _ diagnostics: inout Diagnostics
  ) throws(ModelFileError) -> [ModelVersion] {
    let listing = try ModelFolder.list(path)
    let current = choose(nil, in: listing, &diagnostics)
    return listing.versions.map {
      ModelVersion(name: $0.name, path: $0.path, isCurrent: $0 == current)
    }
  }

  /// The version that was asked for, or the current one.
  static func choose(
    _ requested: String?, in listing: ModelListing, _ diagnostics: inout Diagnostics
  ) -> ModelListing.Version? {
    let here = SourceLocation(SourceFile(path: listing.path, utf8: []), SourceRange(0, 0))
    guard let last = listing.versions.last else {
      diagnostics.report(
        listing.isBundle ? ModelFileMessage.noVersions : .notABundle, at: here)
      return nil
    }
    if let requested { return find(requested, in: listing, at: here, &diagnostics) }
    let current = listing.currentVersionFile.flatMap { CurrentVersionFile.read($0, &diagnostics) }
    if let current { return find(current.name, in: listing, at: current.location, &diagnostics) }
    // Xcode writes the file with the second version; one version alone needs none.
    if listing.versions.count > 1 {
      diagnostics.report(ModelFileMessage.noCurrentVersion(read: last.name), at: here)
    }
    return last
  }

  private static func find(
    _ requested: String, in listing: ModelListing, at location: SourceLocation,
    _ diagnostics: inout Diagnostics
  ) -> ModelListing.Version? {
    // A version may be called `A.xcdatamodel`, so the exact name goes first.
    let bare = VersionName.withoutSuffix(requested)
    let found =
      listing.versions.first { $0.name == requested } ?? listing.versions.first { $0.name == bare }
    if let found { return found }
    let names = listing.versions.map(\.name)
    diagnostics.report(
      ModelFileMessage.unknownVersion(
        bare, versions: names, near: nearName(to: bare, among: names)), at: location)
    return nil
  }
}
