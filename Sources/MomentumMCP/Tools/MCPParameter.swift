import MomentumDiagnostics

/// An argument of a tool: its JSON schema, and what it becomes on the command line.
struct MCPParameter: Sendable {
  enum Kind: Sendable {
    /// An existing path in the roots, which becomes its real path.
    case path
    case text
    /// A text without `/`, so that it cannot lead to another folder.
    case name
    case texts
    case count
    case flag
    case choice([String])
  }

  enum Form: Sendable {
    case argument
    /// `--entity=Venue`; one word, so that a value that begins with `-` is no option.
    case option(String)
    /// The version of the path in another parameter: `Shop.xcdatamodeld@Shop 2`.
    case version(of: String)
  }

  var name: String
  var kind: Kind
  var form: Form
  var isRequired = false
  var description: String

  /// `{"type": "string", "description": "…"}`
  var schema: JSONText {
    let type: [(key: String, value: JSONText)] =
      switch kind {
      case .path, .text: [("type", .string("string"))]
      case .name: [("type", .string("string")), ("pattern", .string("^[^/]*$"))]
      case .texts:
        [("type", .string("array")), ("items", .object([("type", .string("string"))]))]
      case .count: [("type", .string("integer")), ("minimum", .integer(0))]
      case .flag: [("type", .string("boolean"))]
      case .choice(let names):
        [("type", .string("string")), ("enum", .array(names.map { .string($0) }))]
      }
    return .object(type + [("description", .string(description))])
  }

  // MARK: - Common parameters

  static func model(_ description: String = "") -> MCPParameter {
    MCPParameter(
      name: "model", kind: .path, form: .argument, isRequired: true,
      description: description.isEmpty
        ? "Path of a .xcdatamodeld, .xcdatamodel, .momd, .mom, or of Swift sources with @Model classes."
        : description)
  }

  static let version = MCPParameter(
    name: "version", kind: .name, form: .option("--model-version"),
    description: "A version of the bundle; without it the current one.")

  static let request: [MCPParameter] = [
    MCPParameter(
      name: "entity", kind: .text, form: .option("--entity"),
      description: "The entity to fetch; not together with 'request'."),
    MCPParameter(
      name: "where", kind: .text, form: .option("--where"),
      description: "An NSPredicate format, such as: name BEGINSWITH[c] 'r' AND items.@count > 3"),
    MCPParameter(
      name: "arguments", kind: .texts, form: .option("--arg"),
      description: "The values of %@, %K and %d in 'where', in their order."),
    MCPParameter(
      name: "request", kind: .text, form: .option("--request"),
      description: "A stored fetch request of the model, in place of 'entity' and 'where'."),
    MCPParameter(
      name: "variables", kind: .texts, form: .option("--var"),
      description: "Values of $VARIABLES, each as NAME=VALUE."),
    MCPParameter(
      name: "sort", kind: .texts, form: .option("--sort"),
      description: "Sort keys: key, key:desc, key:asc:caseInsensitive."),
    MCPParameter(
      name: "limit", kind: .count, form: .option("--limit"), description: "At most so many rows."),
    MCPParameter(
      name: "offset", kind: .count, form: .option("--offset"),
      description: "Skip so many rows at the beginning."),
  ]
}
