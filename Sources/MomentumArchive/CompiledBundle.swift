package import MomentumDiagnostics
package import MomentumModel
import MomentumPropertyList
import MomentumVersionHash

/// The files of a `.momd` folder: a `.mom` for each version, and `VersionInfo.plist`.
///
/// ```swift
/// let bundle = CompiledBundle(versions: versions, current: "Shop 2", module: nil, &diagnostics)
/// for file in bundle.files { print(file.name, file.bytes.count) }
/// ```
///
/// The `.omo` file of Apple's compiler is not written: it repeats the current version in a form that
/// loads faster, and Core Data loads the `.mom` where it is missing (observed: folders without one
/// in public repositories).
package struct CompiledBundle {
  /// One version of the model.
  package struct Version {
    package var name: String
    package var model: ObjectModel
    package var location: SourceLocation

    package init(name: String, model: ObjectModel, location: SourceLocation) {
      self.name = name
      self.model = model
      self.location = location
    }
  }

  package let files: [(name: String, bytes: [UInt8])]

  package init(
    versions: [Version], current: String, module: String?, _ diagnostics: inout Diagnostics
  ) {
    var files: [(name: String, bytes: [UInt8])] = []
    for version in versions {
      files.append(
        (
          "\(version.name).mom",
          ModelArchive.bytes(
            of: version.model, module: module, at: version.location, &diagnostics)
        ))
    }
    files.append(("VersionInfo.plist", Self.versionInfo(of: versions, current: current)))
    self.files = files
  }

  /// The content of `VersionInfo.plist`. Its keys were observed in the compiled models of public
  /// repositories; checksums are in it since Xcode 15.
  private static func versionInfo(of versions: [Version], current: String) -> [UInt8] {
    var hashes: [String: PropertyList] = [:]
    var checksums: [String: PropertyList] = [:]
    for version in versions {
      let model = ModelHashes(of: version.model)
      hashes[version.name] = .dictionary(model.byEntity.mapValues { .data($0) })
      checksums[version.name] = .string(model.checksum)
    }
    return BinaryPropertyListWriter.write(
      .dictionary([
        "NSManagedObjectModel_CurrentVersionName": .string(current),
        "NSManagedObjectModel_VersionHashes": .dictionary(hashes),
        "NSManagedObjectModel_VersionChecksums": .dictionary(checksums),
      ]))
  }
}
