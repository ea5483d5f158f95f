public import MomentumDiagnostics

/// One version in a model bundle.
public struct ModelVersion: Sendable, Hashable {
  /// Without `.xcdatamodel`.
  public var name: String
  /// The version's folder, as the user gave the bundle's path; the file itself where it stands alone. In a
  /// tree without its label: to be read from there.
  public var path: String
  public var isCurrent: Bool
}

/// A model file that is ready to be read.
public struct LoadedModelFile: Sendable, Hashable {
  /// The path of the `contents` or `.mom` file, as the user gave the bundle's path.
  public var path: String
  /// Without the suffix of its file or folder.
  public var versionName: String
  /// What the file holds; for a compiled model, the `contents` text that means the same.
  public var contents: SourceFile

  public init(path: String, versionName: String, contents: SourceFile) {
    self.path = path
    self.versionName = versionName
    self.contents = contents
  }
}

/// Finds the version to read in a `.xcdatamodeld`, a `.xcdatamodel`, a `.momd`, or a bare file.
public enum ModelBundle {
  /// Reads the `contents` of a version, by default the current one.
  ///
  /// - Parameter version: a version's name, with or without `.xcdatamodel`.
  /// - Returns: `nil` with a diagnostic where the path is no model or has no such version.
  public static func load(
    path: String, version: String? = nil, in source: ModelFileSource = .disk,
    _ diagnostics: inout Diagnostics
  ) throws(ModelFileError) -> LoadedModelFile? {
    let listing = try ModelFolder(source: source).list(path)
    guard let chosen = choose(version, in: listing, &diagnostics) else { return nil }
    guard let contents = try contents(of: chosen, in: source, &diagnostics) else { return nil }
    let path =
      switch chosen.format {
      case .contents(let path), .compiled(let path): path
      case .optimized, .xcode3, .empty: chosen.path
      }
    return LoadedModelFile(
      path: source.shown(path), versionName: chosen.name, contents: contents)
  }

  private static func contents(
    of version: ModelListing.Version, in source: ModelFileSource,
    _ diagnostics: inout Diagnostics
  ) throws(ModelFileError) -> SourceFile? {
    let shownPath = source.shown(version.path)
    let start = SourceLocation(SourceFile(path: shownPath, utf8: []), SourceRange(0, 0))
    switch version.format {
    case .contents(let path):
      guard let bytes = try read(path, in: source, &diagnostics) else { return nil }
      let path = source.shown(path)
      // A compiled model under another name.
      if bytes.starts(with: Array("bplist00".utf8)) {
        return decompiled(bytes, path: path, &diagnostics)
      }
      return SourceFile(path: path, utf8: bytes)
    case .compiled(let path):
      guard let bytes = try read(path, in: source, &diagnostics) else { return nil }
      return decompiled(bytes, path: source.shown(path), &diagnostics)
    case .optimized: diagnostics.report(CompiledModelMessage.optimizedModel, at: start)
    case .xcode3: diagnostics.report(ModelFileMessage.oldFormat, at: start)
    case .empty: diagnostics.report(ModelFileMessage.notABundle, at: start)
    }
    return nil
  }

  private static func read(
    _ path: String, in source: ModelFileSource, _ diagnostics: inout Diagnostics
  ) throws(ModelFileError) -> [UInt8]? {
    if let bytes = try source.read(path, sizeMax: sizeMax) { return bytes }
    let file = SourceFile(path: source.shown(path), utf8: [])
    let location = SourceLocation(file, SourceRange(0, 0))
    diagnostics.report(XMLMessage.sizeLimit(sizeMax), at: location)
    return nil
  }

  /// The bytes that a file of a model can have; a larger one is refused unread.
  public static var sizeMax: Int { XMLLimits().sizeMax }

  /// The `contents` text that means what a compiled model means: what the stages after this one read.
  ///
  /// - Parameter path: Where the bytes are from. The text stands in no file, so its diagnostics name
  ///   `<contents of …>`.
  public static func decompiled(
    _ bytes: [UInt8], path: String, _ diagnostics: inout Diagnostics
  ) -> SourceFile? {
    CompiledModelReader.read(bytes, path: path, &diagnostics).map {
      SourceFile(path: "<contents of \(path)>", text: ModelWriter.contents(of: $0))
    }
  }

  /// All versions of a bundle, in the order in which a person counts them; one for anything else.
  public static func versions(
    path: String, in source: ModelFileSource = .disk, _ diagnostics: inout Diagnostics
  ) throws(ModelFileError) -> [ModelVersion] {
    let listing = try ModelFolder(source: source).list(path)
    let current = choose(nil, in: listing, &diagnostics)
    return listing.versions.map {
      ModelVersion(name: $0.name, path: $0.path, isCurrent: $0 == current)
    }
  }

  /// Where a bundle names its current version: in `.xccurrentversion`, or the bundle itself where it does not.
  public static func currentVersionLocation(
    path: String, in source: ModelFileSource = .disk
  ) throws(ModelFileError) -> SourceLocation {
    let listing = try ModelFolder(source: source).list(path)
    var ignored = Diagnostics()
    let named = listing.currentVersionFile.flatMap {
      listing.isCompiled
        ? VersionInfoFile.currentVersion($0, &ignored) : CurrentVersionFile.read($0, &ignored)
    }
    return named?.location
      ?? SourceLocation(SourceFile(path: listing.shownPath, utf8: []), SourceRange(0, 0))
  }

  /// Every path that can change what `load` reads: the bundle's folder, since files may come and go, the
  /// file that names the current version, and the file of each version.
  ///
  /// In that order, versions as a person counts them.
  public static func inputs(path: String) throws(ModelFileError) -> [String] {
    let listing = try ModelFolder(source: .disk).list(path)
    let files = listing.versions.map { version in
      switch version.format {
      case .contents(let path), .compiled(let path): path
      case .optimized, .xcode3, .empty: version.path
      }
    }
    let own = files == [path] ? [] : [path]
    return own + (listing.currentVersionFile.map { [$0.path] } ?? []) + files
  }

  /// What `VersionInfo.plist` says; `nil` for a bundle that is not compiled, and for a broken file.
  public static func versionInfo(
    path: String, in source: ModelFileSource = .disk
  ) throws(ModelFileError) -> VersionInfoFile? {
    let listing = try ModelFolder(source: source).list(path)
    guard listing.isCompiled, let file = listing.currentVersionFile else { return nil }
    var ignored = Diagnostics()
    return VersionInfoFile.read(file, &ignored)
  }

  /// The version that was asked for, or the current one.
  static func choose(
    _ requested: String?, in listing: ModelListing, _ diagnostics: inout Diagnostics
  ) -> ModelListing.Version? {
    let here = SourceLocation(SourceFile(path: listing.shownPath, utf8: []), SourceRange(0, 0))
    guard let last = listing.versions.last else {
      diagnostics.report(
        listing.isBundle ? ModelFileMessage.noVersions : .notABundle, at: here)
      return nil
    }
    if let requested { return find(requested, in: listing, at: here, &diagnostics) }
    let current = listing.currentVersionFile.flatMap {
      listing.isCompiled
        ? VersionInfoFile.currentVersion($0, &diagnostics)
        : CurrentVersionFile.read($0, &diagnostics)
    }
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
