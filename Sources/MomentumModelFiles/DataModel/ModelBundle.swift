package import MomentumDiagnostics
package import MomentumSwiftData

/// One version in a model bundle.
package struct ModelVersion: Sendable, Hashable {
  /// The version's name, without `.xcdatamodel`.
  package var name: String
  /// The path of the version's folder, which begins with the bundle's path as the user wrote it;
  /// for a file outside a bundle, the path of the file; for Swift sources, their path, `@` and the
  /// version's name. For a `FileTree` the path has no label, so that it can be passed to the tree.
  package var path: String
  package var isCurrent: Bool
}

/// A model file that is ready to be read.
package struct LoadedModelFile: Sendable, Hashable {
  /// The path of the `contents` or `.mom` file, which begins with the bundle's path as the user
  /// wrote it; for Swift sources, their path as the user wrote it.
  package var path: String
  /// The version's name: that of its file or folder, without suffix.
  package var versionName: String
  /// The text of the `contents` file; for a compiled model and for Swift sources, a generated
  /// `contents` text with the same meaning.
  package var contents: SourceFile

  /// Whether the model was read from Swift sources.
  package var isSwift: Bool { contents.isGenerated }

  package init(path: String, versionName: String, contents: SourceFile) {
    self.path = path
    self.versionName = versionName
    self.contents = contents
  }
}

/// Finds the version to read in a `.xcdatamodeld`, a `.xcdatamodel`, a `.momd`, a bare file, or
/// Swift sources.
package enum ModelBundle {
  /// Loads one version of a model, by default the current one: its `contents` file, or the same
  /// text made from SwiftData sources or a compiled model.
  ///
  /// - Parameters:
  ///   - version: A version's name, with or without `.xcdatamodel`.
  ///   - decisions: Which relationships are inverse to each other, where Swift sources do not show
  ///     it.
  /// - Returns: `nil` with a diagnostic if the path is not a model or has no such version.
  package static func load(
    path: String, version: String? = nil, in source: ModelFileSource = .disk,
    decisions: InverseDecisions = InverseDecisions(), _ diagnostics: inout Diagnostics
  ) throws(ModelFileError) -> LoadedModelFile? {
    let listing = try ModelFolder(source: source).list(path)
    guard let chosen = choose(version, in: listing, &diagnostics) else { return nil }
    if let swift = listing.swiftData {
      return swift.load(chosen.name, path: listing.shownPath, decisions, &diagnostics)
    }
    guard let contents = try contents(of: chosen, in: source, &diagnostics) else { return nil }
    let path =
      switch chosen.format {
      case .contents(let path), .compiled(let path): path
      case .optimized, .xcode3, .swift, .empty: chosen.path
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
      // Bytes that begin like a binary property list are a compiled model, whatever the file's name
      // is.
      if bytes.starts(with: Array("bplist00".utf8)) {
        return decompiled(bytes, path: path, &diagnostics)
      }
      return SourceFile(path: path, utf8: bytes)
    case .compiled(let path):
      guard let bytes = try read(path, in: source, &diagnostics) else { return nil }
      return decompiled(bytes, path: source.shown(path), &diagnostics)
    case .optimized: diagnostics.report(CompiledModelMessage.optimizedModel, at: start)
    case .xcode3: diagnostics.report(ModelFileMessage.oldFormat, at: start)
    case .empty, .swift: diagnostics.report(ModelFileMessage.notABundle, at: start)
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

  /// The size in bytes of the largest file that is read.
  package static var sizeMax: Int { XMLLimits().sizeMax }

  /// Converts a compiled model to the `contents` text with the same meaning, so that later stages
  /// need not read archives.
  ///
  /// - Parameter path: The file that the bytes are from. The text itself is in no file, so
  ///   diagnostics name `<contents of …>`.
  package static func decompiled(
    _ bytes: [UInt8], path: String, _ diagnostics: inout Diagnostics
  ) -> SourceFile? {
    CompiledModelReader.read(bytes, path: path, &diagnostics).map {
      SourceFile(path: "<contents of \(path)>", text: ModelWriter.contents(of: $0))
    }
  }

  /// All versions of a bundle, in natural order (`Model 2` before `Model 10`); one version for any
  /// other model.
  package static func versions(
    path: String, in source: ModelFileSource = .disk, _ diagnostics: inout Diagnostics
  ) throws(ModelFileError) -> [ModelVersion] {
    let listing = try ModelFolder(source: source).list(path)
    let current = choose(nil, in: listing, &diagnostics)
    return listing.versions.map {
      ModelVersion(name: $0.name, path: $0.path, isCurrent: $0 == current)
    }
  }

  /// The SwiftData schemas of Swift sources; `nil` for any other model.
  package static func swiftData(
    path: String, in source: ModelFileSource = .disk
  ) throws(ModelFileError) -> SwiftDataReader? {
    try ModelFolder(source: source).list(path).swiftData?.reader
  }

  /// The folders with SwiftData sources at a path, one for each program: the path itself, or, if
  /// files of different folders below it declare the same class or schema, the folders that have
  /// each of them once. A repository may hold several apps.
  package static func swiftDataFolders(
    path: String, in source: ModelFileSource = .disk
  ) throws(ModelFileError) -> [String] {
    var split = SwiftDataSplit(source: source)
    try split.visit(path)
    return split.folders
  }

  /// The place where a bundle names its current version: in `.xccurrentversion`, or the bundle
  /// itself if there is no such file.
  package static func currentVersionLocation(
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

  /// The paths of all files whose change can change the result of `load`, in this order: the
  /// bundle's folder, since files may be added or removed; the file that names the current version;
  /// and the file of each version, in natural order. For Swift sources, the path and the sources.
  package static func inputs(path: String) throws(ModelFileError) -> [String] {
    let listing = try ModelFolder(source: .disk).list(path)
    if let swift = listing.swiftData { return [path] + swift.paths.filter { $0 != path } }
    let files = listing.versions.map { version in
      switch version.format {
      case .contents(let path), .compiled(let path): path
      case .optimized, .xcode3, .swift, .empty: version.path
      }
    }
    let own = files == [path] ? [] : [path]
    return own + (listing.currentVersionFile.map { [$0.path] } ?? []) + files
  }

  /// The content of `VersionInfo.plist`; `nil` for a bundle that is not compiled, and for a broken
  /// file.
  package static func versionInfo(
    path: String, in source: ModelFileSource = .disk
  ) throws(ModelFileError) -> VersionInfoFile? {
    let listing = try ModelFolder(source: source).list(path)
    guard listing.isCompiled, let file = listing.currentVersionFile else { return nil }
    var ignored = Diagnostics()
    return VersionInfoFile.read(file, &ignored)
  }

  /// The requested version, or the current version if `requested` is `nil`.
  static func choose(
    _ requested: String?, in listing: ModelListing, _ diagnostics: inout Diagnostics
  ) -> ModelListing.Version? {
    let here = SourceLocation(SourceFile(path: listing.shownPath, utf8: []), SourceRange(0, 0))
    guard let last = listing.versions.last else {
      diagnostics.report(
        listing.isBundle ? ModelFileMessage.noVersions : .notABundle, at: here)
      return nil
    }
    if let requested = requested ?? listing.requested {
      return find(requested, in: listing, at: here, &diagnostics)
    }
    if let swift = listing.swiftData {
      return listing.versions.first { $0.name == swift.reader.current?.name } ?? last
    }
    let current = listing.currentVersionFile.flatMap {
      listing.isCompiled
        ? VersionInfoFile.currentVersion($0, &diagnostics)
        : CurrentVersionFile.read($0, &diagnostics)
    }
    if let current { return find(current.name, in: listing, at: current.location, &diagnostics) }
    // Xcode writes `.xccurrentversion` when a bundle gets its second version, so a bundle with one
    // version needs no such file.
    if listing.versions.count > 1 {
      diagnostics.report(ModelFileMessage.noCurrentVersion(read: last.name), at: here)
    }
    return last
  }

  private static func find(
    _ requested: String, in listing: ModelListing, at location: SourceLocation,
    _ diagnostics: inout Diagnostics
  ) -> ModelListing.Version? {
    // A version's name may itself end with `.xcdatamodel`, so the exact name is tried first.
    let bare = VersionName.withoutSuffix(requested)
    let match =
      listing.versions.first { $0.name == requested } ?? listing.versions.first { $0.name == bare }
    if let match { return match }
    let names = listing.versions.map(\.name)
    diagnostics.report(
      ModelFileMessage.unknownVersion(
        bare, versions: names, near: nearName(to: bare, among: names),
        isSwift: listing.swiftData != nil), at: location)
    return nil
  }
}
