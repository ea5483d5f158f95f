package import MomentumDiagnostics
import MomentumModel
import MomentumVersionHash

/// One version of a bundle, at a commit or in the working tree.
package struct ReviewedVersion: Sendable {
  /// The name without `.xcdatamodel`.
  package var name: String
  /// The path of its `contents` file in findings.
  package var path: String
  /// The model; `nil` if it cannot be read.
  package var form: DiffedModel?

  package init(name: String, path: String, form: DiffedModel?) {
    self.name = name
    self.path = path
    self.form = form
  }

  /// Whether Core Data takes a store of one version for a store of the other. `false` if the hashes
  /// are not known, or if a version cannot be read.
  package func isEqualByHash(to other: ReviewedVersion) -> Bool {
    guard let form, let otherForm = other.form else { return false }
    return form.hasSameHashes(as: otherForm)
  }

  /// Whether the version is a SwiftData schema in Swift sources.
  package var isSwift: Bool { form?.model.isSwiftData ?? false }

  /// The location for findings about the whole version.
  package var location: SourceLocation {
    if let syntax = form?.syntax { return syntax.location(syntax.root.nameRange) }
    return SourceLocation(SourceFile(path: path, utf8: []), SourceRange(0, 0))
  }
}

/// A bundle with all its versions, at a commit or in the working tree.
package struct ReviewedBundle: Sendable {
  /// The path in findings; for a commit, from the repository's root.
  package var path: String
  /// The versions; numbers in their names are sorted as numbers.
  package var versions: [ReviewedVersion]
  /// The name of the current version; `nil` if there is none.
  package var currentVersion: String?
  /// The location for findings about the choice of the current version, in `.xccurrentversion`.
  package var currentVersionLocation: SourceLocation

  package init(
    path: String, versions: [ReviewedVersion], currentVersion: String?,
    currentVersionLocation: SourceLocation
  ) {
    self.path = path
    self.versions = versions
    self.currentVersion = currentVersion
    self.currentVersionLocation = currentVersionLocation
  }

  /// Whether the versions are SwiftData schemas in Swift sources.
  package var isSwift: Bool { versions.contains(where: \.isSwift) }

  subscript(name: String) -> ReviewedVersion? { versions.first { $0.name == name } }

  /// The version that the app uses.
  package var current: ReviewedVersion? { currentVersion.flatMap { self[$0] } }
}

/// A form of a version that users have, because a release has it: the commit of its tag.
package struct ReleasedForm: Sendable {
  package var tag: String
  /// The path of the `contents` file in that commit, from the repository's root.
  package var path: String
  /// The model; `nil` if it cannot be read.
  package var form: DiffedModel?
  /// For a SwiftData schema, Swift code in one line that declares this form of the version;
  /// otherwise `nil`.
  package var frozenCopy: String?
  /// For Swift sources without a `VersionedSchema`, a name for the schema that keeps this form;
  /// otherwise `nil`.
  package var newVersionName: String?

  package init(
    tag: String, path: String, form: DiffedModel?, frozenCopy: String? = nil,
    newVersionName: String? = nil
  ) {
    self.tag = tag
    self.path = path
    self.form = form
    self.frozenCopy = frozenCopy
    self.newVersionName = newVersionName
  }

  var hashes: ModelHashes? { form?.hashes }
}
