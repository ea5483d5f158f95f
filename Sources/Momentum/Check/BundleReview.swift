package import MomentumCompiler
package import MomentumDiagnostics
import MomentumModel
package import MomentumModelFiles
import MomentumSwiftData
import MomentumVersionHash

/// Reports findings that need all versions of a bundle, or several bundles.
package enum BundleReview {
  /// Reports errors of all versions except `checked`, versions with equal hashes, and, for a
  /// compiled bundle, hashes in `VersionInfo.plist` that differ from those of the versions.
  ///
  /// - Parameter checked: The version whose own findings are reported elsewhere.
  package static func review(
    path: String, in source: ModelFileSource = .disk, checked: String,
    _ diagnostics: inout Diagnostics
  ) throws(ModelFileError) {
    var ignored = Diagnostics()
    let swift = try ModelBundle.swiftData(path: path, in: source)
    if let swift { SwiftPlanReview.review(swift, &diagnostics) }
    let versions = try ModelBundle.versions(path: path, in: source, &ignored)
    guard versions.count > 1 || path.hasSuffix(".momd") || path.hasSuffix(".momd/") else { return }
    let info = try ModelBundle.versionInfo(path: path, in: source)
    var byHashes: [[String]: ModelVersion] = [:]
    for version in versions {
      var findings = Diagnostics()
      guard let file = try ModelBundle.load(path: version.path, in: source, &findings) else {
        continue
      }
      let read = ModelReader.model(contents: file.contents, &findings)
      if version.name != checked {
        for finding in findings.all
        where finding.severity == .error || finding.id == SwiftDataModel.unreadModelsID {
          diagnostics.report(finding)
        }
      }
      guard let (syntax, model) = read else { continue }
      let hashes = ModelHashes(of: model)
      let place = syntax.location(syntax.root.nameRange)
      // `SwiftPlanReview` reports equal hashes of versions of a plan, with what SwiftData does
      // then; do not report them twice.
      if swift.map({ !$0.plans.isEmpty }) ?? false { continue }
      // Hashes leave out unknown forms (parts whose stored form is not known), so versions are
      // equal only if these are equal too.
      let key = [hashes.digest] + model.unknownForms
      if let other = byHashes[key] {
        diagnostics.report(
          ModelFileMessage.sameHashes(version.name, other: other.name), at: place)
      } else {
        byHashes[key] = version
      }
      compare(hashes, of: version, info, at: place, &diagnostics)
    }
  }

  /// `review` reports one of these two findings about two versions with equal hashes, depending on
  /// which it reads first. `check --against` removes either, because only the comparison with the
  /// commit knows which version is new.
  package static func sameHashes(
    _ one: String, _ other: String, at place: SourceLocation
  ) -> [Diagnostic] {
    [
      Diagnostic(ModelFileMessage.sameHashes(one, other: other), at: place),
      Diagnostic(ModelFileMessage.sameHashes(other, other: one), at: place),
    ]
  }

  private static func compare(
    _ hashes: ModelHashes, of version: ModelVersion, _ info: VersionInfoFile?,
    at place: SourceLocation, _ diagnostics: inout Diagnostics
  ) {
    guard let stated = info?.entityHashes[version.name] else { return }
    let ours = hashes.byEntity
    let names = Set(stated.keys).union(ours.keys).filter { stated[$0] != ours[$0] }.sorted()
    guard !names.isEmpty else { return }
    diagnostics.report(
      ModelFileMessage.hashesDiffer(version.name, entities: names), at: place)
  }

  /// Reports entities with the same name in two bundles.
  package static func reviewNames(
    of models: [CheckedModel], _ diagnostics: inout Diagnostics
  ) {
    var owners: [String: SourceLocation] = [:]
    for model in models {
      for id in model.model.entityIDs {
        let name = model.model[id].name
        guard let element = model.syntax.element(of: id) else { continue }
        let place = model.syntax.location(element[.name]?.valueRange ?? element.nameRange)
        guard let other = owners[name] else {
          owners[name] = place
          continue
        }
        // The same path was given twice, so this is the same bundle.
        guard other.file.path != place.file.path else { continue }
        diagnostics.report(
          ModelFileMessage.entityInTwoBundles(name), at: place,
          notes: [Diagnostic.Note("'\(name)' is here too", at: other)])
      }
    }
  }
}
