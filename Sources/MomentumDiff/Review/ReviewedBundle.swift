public import MomentumDiagnostics
import MomentumModel
import MomentumVersionHash

/// One version of a bundle, at a commit or now.
public struct ReviewedVersion: Sendable {
  /// Without `.xcdatamodel`.
  public var name: String
  /// Its `contents` file, as findings name it.
  public var path: String
  /// What it says; `nil` for one that cannot be read.
  public var form: DiffedModel?

  public init(name: String, path: String, form: DiffedModel?) {
    self.name = name
    self.path = path
    self.form = form
  }

  /// Whether Core Data takes a store of one for a store of the other; versions that cannot be read are equal to none.
  package func isEqualByHash(to other: ReviewedVersion) -> Bool {
    form.map { $0.hashes.digest == other.form?.hashes.digest } ?? false
  }

  /// Where a finding about the whole version points.
  package var location: SourceLocation {
    if let syntax = form?.syntax { return syntax.location(syntax.root.nameRange) }
    return SourceLocation(SourceFile(path: path, utf8: []), SourceRange(0, 0))
  }
}

/// A bundle with all its versions, at a commit or now.
public struct ReviewedBundle: Sendable {
  /// As findings name it; of a commit's, from the repository's root.
  public var path: String
  /// In the order in which a person counts them.
  public var versions: [ReviewedVersion]
  /// The name of the current version; `nil` where there is none.
  public var currentVersion: String?
  /// Where a finding about the choice of the current version points: `.xccurrentversion`.
  public var currentVersionLocation: SourceLocation

  public init(
    path: String, versions: [ReviewedVersion], currentVersion: String?,
    currentVersionLocation: SourceLocation
  ) {
    self.path = path
    self.versions = versions
    self.currentVersion = currentVersion
    self.currentVersionLocation = currentVersionLocation
  }

  subscript(name: String) -> ReviewedVersion? { versions.first { $0.name == name } }

  /// The version that the app uses.
  public var current: ReviewedVersion? { currentVersion.flatMap { self[$0] } }
}

/// A form of a version that users have: it stands in the commit of a release's tag.
public struct ReleasedForm: Sendable {
  public var tag: String
  /// The `contents` file in that commit, from the repository's root.
  public var path: String
  /// `nil` for one that cannot be read.
  public var form: DiffedModel?

  public init(tag: String, path: String, form: DiffedModel?) {
    self.tag = tag
    self.path = path
    self.form = form
  }

  var hashes: ModelHashes? { form?.hashes }
}
