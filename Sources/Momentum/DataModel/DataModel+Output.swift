public import MomentumCodegen
import MomentumCompiler
import MomentumDiagnostics
import MomentumDiagram
public import MomentumDiff
public import MomentumGeneration
import MomentumModel
import MomentumReports

/// The language of a diagram.
///
/// ```swift
/// let model = try DataModel(contentsOf: "App.xcdatamodeld")
/// let picture = model.diagram(.svg)
/// let block = "```mermaid\n\(model.diagram(.mermaid))```"
/// ```
public enum DiagramFormat: String, Sendable, Hashable, CaseIterable {
  /// A picture for documentation and web pages, light or dark as the reader's system is.
  case svg
  /// A class diagram for Markdown, drawn by GitHub, GitLab and others.
  case mermaid
  /// A graph for Graphviz.
  case dot
}

extension DataModel {
  /// The Swift files for the model, sorted by name. Equal models make equal files.
  public func swiftFiles(_ target: CodeTarget) -> [GeneratedFile] {
    compiled.generatedCode(target, options: CodegenOptions(modelName: name))
  }

  /// The entities and relationships as a picture or as its source.
  public func diagram(_ format: DiagramFormat = .svg) -> String {
    let diagram = Diagram(of: compiled.model, title: name)
    return switch format {
    case .svg: SVGPrinter.print(DiagramLayout(of: diagram))
    case .mermaid: MermaidPrinter.print(diagram)
    case .dot: DOTPrinter.print(diagram)
    }
  }

  /// The model with its tables and compiled requests as JSON, for a generator in another language:
  /// what `momentum dump model` prints. `Grammar/ModelDocument.schema.json` describes it.
  public var json: String { ModelDocument(compiled).json.pretty }

  /// The differences from an older model, and their meaning for the stores of its users.
  public func changes(since old: DataModel) -> ModelChanges {
    let before = DiffedModel(old.compiled.model, syntax: old.checked.syntax)
    let after = DiffedModel(compiled.model, syntax: checked.syntax)
    return ModelChanges(
      compared: ComparedVersions(
        old: VersionLabel(name: old.version, path: old.checked.syntax.file.path),
        new: VersionLabel(name: version, path: checked.syntax.file.path),
        oldModel: old.compiled.model, newModel: compiled.model,
        diff: ModelDiffer.diff(before, after)))
  }
}

/// The differences of two versions of a model.
///
/// ```swift
/// let changes = try DataModel(contentsOf: "App.xcdatamodeld")
///   .changes(since: DataModel(contentsOf: "App.xcdatamodeld", version: "App 2"))
/// if changes.migrationClass > .lossless { print(changes.text) }
/// ```
public struct ModelChanges: Sendable {
  let compared: ComparedVersions

  /// The gravest effect of all changes on stores; ``MigrationClass/nothing`` for equal models.
  public var migrationClass: MigrationClass { compared.diff.migrationClass }

  /// The verdict and the changes for a terminal, at most 80 columns wide.
  public var text: String { DiffReport.text([compared]) }

  /// The verdict and the changes as Markdown, short enough for a comment on a pull request.
  public var markdown: String { DiffReport.markdown([compared]) }

  /// The verdict and the changes as JSON, with a `formatVersion`.
  public var json: String { DiffReport.json([compared]) }
}
