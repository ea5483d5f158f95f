import ArgumentParser
import Momentum
import MomentumCompiler
import MomentumDiagnostics
import MomentumDiagram
import MomentumGeneration

struct DiagramCommand: ShellCommand {
  static let configuration = CommandConfiguration(
    commandName: "diagram",
    abstract: "Draw the model's entities and relationships.",
    discussion: """
      svg       a picture for documentation and web pages, light or dark as the
                reader's system is
      mermaid   a class diagram for Markdown, drawn by GitHub, GitLab and others
      dot       for Graphviz

      A relationship and its inverse are one line. The name at an end is the relationship that leads to that \
      end. The mark says how many objects are there: a crow's foot means many, a bar means one, a circle means \
      that there may be none. A hollow triangle points to the parent entity. An open arrow is a relationship \
      without inverse. In a box, '?' marks optional attributes, '/' derived or fetched properties, and italics \
      abstract entities and transient attributes.

      momentum diagram Models/BubbleTea.xcdatamodeld --output BubbleTea.svg
      momentum diagram Models/Newsroom.xcdatamodeld --format mermaid
      momentum diagram Models/Staff.xcdatamodeld --format dot \\
        | dot -Tpdf -o Staff.pdf
      """)

  /// The language of the diagram.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case svg
    case mermaid
    case dot
  }

  @Argument(help: .model)
  var model: String

  @Option(help: "The language of the picture.")
  var format: Format = .svg

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write, replaced if it exists (default: standard output).", valueName: "file"))
  var output: String?

  @Option(help: ArgumentHelp("The title of the picture (default: the model's name)."))
  var title: String?

  @OptionGroup var version: ModelVersionOption
  @OptionGroup var global: GlobalOptions

  func run(_ console: Console) throws -> ExitStatus {
    let place = try version.place(model)
    let compiled = try ModelInput.compiled(place)
    let diagram = Diagram(of: compiled.model, title: title ?? Generation.name(of: place.path))
    let text =
      switch format {
      case .svg: SVGPrinter.print(DiagramLayout(of: diagram))
      case .mermaid: MermaidPrinter.print(diagram)
      case .dot: DOTPrinter.print(diagram)
      }
    guard let output else {
      console.writeOutput(text)
      return .success
    }
    let isNew = try OutputFile.write(text, to: output)
    if !global.quiet { console.note("\(output): \(isNew ? "written" : "unchanged")") }
    return .success
  }
}
