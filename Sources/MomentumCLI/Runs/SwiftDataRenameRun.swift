import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumRename
import MomentumScan
import MomentumSwiftData
import MomentumVersionHash

/// Renames a class of SwiftData, or a property of one, in the version that is named.
struct SwiftDataRenameRun {
  let target: RenameRun.Target
  let newName: String
  let model: VersionedPath
  let paths: [String]

  /// The edits that the command makes, before the edited sources are read again.
  private struct Edits {
    var all: [Diagnostic.FixIt]
    var openPlaces: [SourceLocation]
    /// The model that the edited sources must have.
    var expected: ObjectModel
    var notes: [String] = []
  }

  func changes() throws -> RenameRun.Changes {
    let found = try modelFileFailures { () throws(ModelFileError) in
      try ModelBundle.swiftData(path: model.path)
    }
    guard let reader = found, let schema = schema(reader) else {
      throw CommandFailure("'\(model.path)' has no SwiftData schema to edit", status: .badInput)
    }
    if let unread = schema.unread.first {
      throw CommandFailure(
        "the list of classes of '\(schema.name)' cannot be read: \(unread.reason.text)",
        status: .badInput)
    }
    let data = reader.model(of: schema)
    let edits =
      switch target {
      case .entity(let name): try edits(entity: name, data, reader)
      case .property(let entity, let name): try edits(property: name, of: entity, data, reader)
      }
    let files = FixedFile.files(with: edits.all)
    try verify(files, edits.expected, schema, reader)
    return RenameRun.Changes(files: files, openPlaces: edits.openPlaces, notes: edits.notes)
  }

  /// The version that the path names, else the current one.
  private func schema(_ reader: SwiftDataReader) -> SwiftSchema? {
    guard let version = model.version else { return reader.current }
    return reader.schemas.first { $0.name == version }
  }

  // MARK: - Properties

  private func edits(
    property name: String, of entity: String, _ data: SwiftDataModel, _ reader: SwiftDataReader
  ) throws -> Edits {
    let rename = try RenameRun.checked { () throws(RenameFailure) in
      try PropertyRename((entity, name), to: newName, in: SwiftDataRename.model(data))
    }
    let swift = SwiftDataRename(data)
    let declared = try RenameRun.checked { () throws(RenameFailure) in try swift.edits(rename) }
    guard
      let sources = try RenameSources(
        paths, model: rename.model, besides: reader.sources.sourceFiles)
    else { return Edits(all: declared, openPlaces: [], expected: rename.renamed) }
    let uses = ClassUses(
      of: entity, declaredAt: swift.declaration(of: rename.entity),
      in: sources.scan.files.map(\.source))
    let found = rename.sourceEdits(sources.scan, sources.sites)
    let open = rename.openPlaces(sources.scan, sources.sites, edits: found)
    let edits = found.filter { uses.meaning(at: $0.location) == .theClass }
    let unclear = found.filter { uses.meaning(at: $0.location) == .unclear }.map(\.location)
    let places = (open.filter { uses.meaning(at: $0) != .other } + unclear).sorted {
      ($0.file.path, $0.range.start) < ($1.file.path, $1.range.start)
    }
    return Edits(all: declared + edits, openPlaces: places, expected: rename.renamed)
  }

  // MARK: - Classes

  private func edits(
    entity name: String, _ data: SwiftDataModel, _ reader: SwiftDataReader
  ) throws -> Edits {
    let rename = try RenameRun.checked { () throws(RenameFailure) in
      try EntityRename(name, to: newName, in: SwiftDataRename.model(data))
    }
    let place = SwiftDataRename(data).declaration(of: rename.entity)
    guard
      let sources = try RenameSources(
        paths, model: rename.model, besides: reader.sources.sourceFiles)
    else { return Edits(all: [], openPlaces: [], expected: rename.renamed) }
    let uses = ClassUses(
      of: name, declaredAt: place, in: sources.scan.files.map(\.source))
    if let taken = uses.declaration(of: newName) {
      throw CommandFailure(
        RenameFailure.takenByType(newName, at: taken.shortText).description, status: .badInput)
    }
    let edits = rename.sourceEdits(sources.scan, sources.sites, uses)
    return Edits(
      all: edits, openPlaces: rename.openPlaces(sources.scan, edits: edits),
      expected: rename.renamed,
      notes: [
        "a class of SwiftData has no renaming identifier: a lightweight stage deletes the objects of '\(name)'; copy them in a custom stage, in a new version"
      ])
  }

  // MARK: - Reading back

  /// Reads the edited sources: the version has to have the model with the new name and nothing else
  /// changed, and all other versions the hashes that they had.
  private func verify(
    _ files: [FixedFile], _ expected: ObjectModel, _ schema: SwiftSchema,
    _ reader: SwiftDataReader
  ) throws {
    let texts = Dictionary(files.map { ($0.path, $0.fixed) }) { first, _ in first }
    let edited = SwiftDataReader(
      reader.sources.sourceFiles.map { file in
        texts[file.path].map { SourceFile(path: file.path, utf8: $0) } ?? file
      }, name: reader.defaultName)
    for former in reader.schemas {
      let isEdited = former.name == schema.name
      let wanted = isEdited ? expected : reader.model(of: former).model
      let found = edited.schemas.first { $0.name == former.name }.map { edited.model(of: $0).model }
      if let found, SwiftDataRenameRun.isSame(found, wanted) { continue }
      throw CommandFailure(
        isEdited
          ? "the edited sources would not be the model of '\(schema.name)' with the new name alone; nothing is written"
          : "version '\(former.name)' has the class, too, and would change; freeze it first: momentum freeze --swift '\(model.path)@\(former.name)'",
        status: .findings)
    }
  }

  private static func isSame(_ left: ObjectModel, _ right: ObjectModel) -> Bool {
    func forms(_ model: ObjectModel) -> [String: [String]] {
      let pairs = model.entities.map { entity in
        (
          entity.name,
          (entity.attributes.map { "\($0.name) \($0.renamingIdentifier ?? "")" }
            + entity.relationships.map { "\($0.name) \($0.renamingIdentifier ?? "")" }).sorted()
        )
      }
      return Dictionary(pairs) { first, _ in first }
    }
    return ModelHashes(of: left).byEntity == ModelHashes(of: right).byEntity
      && forms(left) == forms(right)
  }
}
