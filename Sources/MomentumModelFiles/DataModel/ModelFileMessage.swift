package import MomentumDiagnostics

/// What reading model files and bundles has to say, sorted by id.
package enum ModelFileMessage: DiagnosticMessage, Hashable {
  case badCurrentVersionFile
  case badVersionInfoFile
  /// Several versions, none is named as current; the one that is read.
  case noCurrentVersion(read: String)
  case noVersions
  case notABundle
  case oldFormat
  case unknownVersion(String, versions: [String], near: String?)
  case moreUnknown(Int)
  case notAModel(String)
  case unexpectedText(String)
  case unknownAttribute(String, in: String, near: String? = nil)
  case unknownElement(String, in: String, near: String? = nil)

  package var id: String {
    switch self {
    case .badCurrentVersionFile: "bundle.bad-current-version-file"
    case .badVersionInfoFile: "bundle.bad-version-info-file"
    case .noCurrentVersion: "bundle.no-current-version"
    case .noVersions: "bundle.no-versions"
    case .notABundle: "bundle.not-a-model"
    case .oldFormat: "bundle.old-format"
    case .unknownVersion: "bundle.unknown-version"
    case .moreUnknown: "model.more-unknown"
    case .notAModel: "model.not-a-model"
    case .unexpectedText: "model.unexpected-text"
    case .unknownAttribute: "model.unknown-attribute"
    case .unknownElement: "model.unknown-element"
    }
  }

  package var severity: Severity {
    switch self {
    case .noVersions, .notABundle, .oldFormat, .unknownVersion, .notAModel: .error
    case .badCurrentVersionFile, .badVersionInfoFile, .noCurrentVersion, .moreUnknown,
      .unexpectedText,
      .unknownAttribute, .unknownElement:
      .warning
    }
  }

  package var text: String {
    switch self {
    case .badCurrentVersionFile:
      "the file has to be a property list with a string for '_XCCurrentVersionName'"
    case .badVersionInfoFile:
      "the file has to be a property list with a string for 'NSManagedObjectModel_CurrentVersionName'"
    case .noCurrentVersion(let read):
      "no version is named as the current one; reading '\(read)', the last by name"
    case .noVersions:
      "the bundle has no version; a folder '.xcdatamodel' or a file '.mom' was expected in it"
    case .notABundle:
      "the folder is not a model; '.xcdatamodeld', '.xcdatamodel' or a 'contents' file was expected"
    case .oldFormat:
      "a model of Xcode 3, which is not XML; open it in Xcode and save it as a data model"
    case .unknownVersion(let name, let versions, let near):
      "no version '\(name)' in the bundle, which has \(list(versions))"
        + (near.map { "; did you mean '\($0)'?" } ?? "")
    case .moreUnknown(let count): "\(count) more elements and attributes of this file are unknown"
    case .notAModel(let name): "the outermost element has to be 'model', not '\(name)'"
    case .unexpectedText(let element): "text in element '\(element)' has no meaning in a model"
    case .unknownAttribute(let name, let element, let near):
      "element '\(element)' has no attribute '\(name)'; it is ignored"
        + (near.map { "; did you mean '\($0)'?" } ?? "")
    case .unknownElement(let name, let element, let near):
      "no element '\(name)' can stand in '\(element)'; it is ignored"
        + (near.map { "; did you mean '\($0)'?" } ?? "")
    }
  }

  /// The same with the name that was probably meant.
  func suggesting(_ name: String?) -> ModelFileMessage {
    switch self {
    case .unknownAttribute(let written, let element, _):
      .unknownAttribute(written, in: element, near: name)
    case .unknownElement(let written, let element, _):
      .unknownElement(written, in: element, near: name)
    case .badCurrentVersionFile, .badVersionInfoFile, .noCurrentVersion, .noVersions, .notABundle,
      .oldFormat,
      .unknownVersion, .moreUnknown, .notAModel, .unexpectedText:
      self
    }
  }

  private func list(_ names: [String]) -> String {
    let shown = names.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
    return names.count > 20 ? "\(shown) and \(names.count - 20) more" : shown
  }
}
