import ArgumentParser
import Foundation
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumModelFiles
import MomentumRename

struct RenameCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename an entity or a property in a model and in the sources that name it.",
    discussion: """
      Edits the version that the model's path names: the declaration, which keeps the old name as its renaming \
      identifier so that a migration finds the values, and all that refers to it: relationships, constraints, \
      indexes, derivations, stored requests. In Swift and Objective-C sources below PATH it edits predicates, sort \
      descriptors, keys, names of entities, and uses such as 'person.name' and '\\Person.name' where the sources say \
      what 'person' is. In mapping models below PATH that lead to the version it edits the destination; then refresh \
      the data models in Xcode's editor. A class that has the entity's name is renamed with the entity; its files \
      keep their names.

      A model can be SwiftData sources: the class or the property is renamed in its version, other versions stay as \
      they are, and '@Attribute(originalName:)' or '@Relationship(originalName:)' keeps the old name. SwiftData has \
      no such argument for classes: after a class is renamed, a custom stage has to copy its objects. The edited \
      sources are read back before anything is written.

      Places that may have the name, and where the sources do not say it, are listed after the changes: they are not \
      edited. Code that the build generates from the model is generated again by the next build.

      Prints the changes as a diff and writes nothing; --write writes all files, or none if one cannot be written.

      A version that users have must not be edited: add a version first.

      momentum rename Venue.name title --model App/Model.xcdatamodeld App
      momentum rename Venue Place --model Model.xcdatamodeld App --write
      momentum rename Trip.title name --model Sources/Models@SchemaV2 Sources
      """)

  @Argument(
    help: ArgumentHelp(
      "What gets the name: Entity or Entity.property.", valueName: "entity-or-property"))
  var place: String

  @Argument(help: ArgumentHelp("The new name.", valueName: "name"))
  var newName: String

  @Argument(
    help: ArgumentHelp(
      "Folders and files of Swift and Objective-C sources (default: only the model).",
      valueName: "path"))
  var paths: [String] = []

  @Option(help: ArgumentHelp("The model to edit, or one version of it.", valueName: "model"))
  var model: String

  @Flag(help: "Write the changes.")
  var write = false

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws -> ExitStatus {
    let run = try RenameRun(
      target: target(), newName: newName, model: version.place(model), paths: paths)
    let changes = try run.changes()
    let files = changes.files
    for file in files { console.writeOutput(UnifiedDiff.text(of: file)) }
    if write { try FileReplacement(files: files).write() }
    guard !global.quiet else { return .success }
    let count = files.reduce(0) { $0 + $1.count }
    console.note(
      "\(plural(count, "place")) in \(plural(files.count, "file")) \(write ? "renamed" : "to rename; --write writes them")"
    )
    for note in changes.notes { console.note(note) }
    guard !changes.openPlaces.isEmpty else { return .success }
    console.note("look at these, which may have the name:")
    for place in changes.openPlaces {
      console.note("\(place.path):\(place.line):\(place.column)")
    }
    return .success
  }

  private func target() throws -> RenameRun.Target {
    let parts = place.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw CommandFailure(
        "'\(place)' is no entity and no property; write Entity or Entity.property", status: .usage)
    }
    return parts.count == 1 ? .entity(parts[0]) : .property(entity: parts[0], name: parts[1])
  }
}
