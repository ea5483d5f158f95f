import MomentumDiagnostics

/// A tool that assistants can call. One row of `MCPTool.all` is everything that is known of it.
struct MCPTool: Sendable {
  enum Action: Sendable {
    /// The words of a command, which get the arguments of the call.
    case command([String])
    /// The result of `dump model`, with one entity or without the entities' properties.
    case description
    case list
  }

  var name: String
  var title: String
  var description: String
  var action: Action
  var parameters: [MCPParameter]
  /// Whether results may contain values of a store; such tools are offered only with `--rows`.
  var showsRows = false

  /// The tool as an element of `tools/list`.
  ///
  /// Documented: Model Context Protocol 2025-06-18, Tools.
  var json: JSONText {
    .object([
      ("name", .string(name)), ("title", .string(title)), ("description", .string(description)),
      (
        "inputSchema",
        .object([
          ("type", .string("object")),
          ("properties", .object(parameters.map { ($0.name, $0.schema) })),
          (
            "required", .array(parameters.filter(\.isRequired).map { .string($0.name) })
          ), ("additionalProperties", .bool(false)),
        ])
      ),
      (
        "annotations",
        .object([
          ("title", .string(title)), ("readOnlyHint", .bool(true)),
          ("destructiveHint", .bool(false)), ("idempotentHint", .bool(true)),
          ("openWorldHint", .bool(false)),
        ])
      ),
    ])
  }

  static let all: [MCPTool] = [
    MCPTool(
      name: "list_models", title: "List models",
      description:
        "Lists the Core Data models (and folders of SwiftData sources) below the folders that may be read, with their versions.",
      action: .list,
      parameters: [
        MCPParameter(
          name: "folder", kind: .path, form: .argument,
          description: "Only models below this folder.")
      ]),
    MCPTool(
      name: "describe_model", title: "Describe a model or an entity",
      description:
        "Without 'entity': the entities with their properties in short, and the stored fetch requests. With 'entity': everything about that entity as JSON, with its table and columns.",
      action: .description,
      parameters: [
        .model(), .version,
        MCPParameter(
          name: "entity", kind: .text, form: .option("--entity"),
          description: "The name of one entity."),
      ]),
    MCPTool(
      name: "schema_sql", title: "SQL of the tables",
      description:
        "The SQL that creates the tables, indexes and triggers of a model: as Core Data does (core-data), or for a database of one's own (plain).",
      action: .command(["schema"]),
      parameters: [
        .model(), .version,
        MCPParameter(
          name: "layout", kind: .choice(["core-data", "plain"]), form: .option("--layout"),
          description: "Whose tables; core-data if left out."),
        MCPParameter(
          name: "dialect", kind: .choice(["sqlite", "postgresql"]), form: .option("--dialect"),
          description: "The database of the plain layout; sqlite if left out."),
      ]),
    MCPTool(
      name: "request_sql", title: "SQL of a fetch request or predicate",
      description:
        "Compiles an NSPredicate with its fetch request to the SQL that Core Data would run, with the bound values. An error names the place in the predicate and often the repair.",
      action: .command(["sql"]), parameters: [.model(), .version] + MCPParameter.request),
    MCPTool(
      name: "explain_request", title: "Query plan and index of a request",
      description:
        "Says how SQLite runs a fetch request, in the names of the model, and which fetch index would help. Without a request: all stored fetch requests of the model.",
      action: .command(["explain"]),
      parameters: [
        .model("Path of a model, or of a store, whose own indexes and statistics then count."),
        MCPParameter(
          name: "store_model", kind: .path, form: .option("--model"),
          description: "For a store that keeps no model: the model that made it."), .version,
      ] + MCPParameter.request),
    MCPTool(
      name: "diff_models", title: "Differences of two models or versions",
      description:
        "Says what differs between two models or versions of one, and what that means for users' stores: whether they migrate, lose data, or fail to open.",
      action: .command(["diff", "--fail-on=never"]),
      parameters: [
        MCPParameter(
          name: "old", kind: .path, form: .argument,
          description: "The older model. Left out together with 'against'."),
        MCPParameter(
          name: "old_version", kind: .name, form: .version(of: "old"),
          description: "A version of the older model; without it the current one."),
        MCPParameter(
          name: "new", kind: .path, form: .argument, isRequired: true,
          description: "The newer model."),
        MCPParameter(
          name: "new_version", kind: .name, form: .version(of: "new"),
          description: "A version of the newer model; without it the current one."),
        MCPParameter(
          name: "against", kind: .text, form: .option("--against"),
          description: "A branch, tag or commit of git to compare 'new' with, in place of 'old'."),
      ]),
    MCPTool(
      name: "check_models", title: "Check models",
      description:
        "Runs all checks on models: errors, likely mistakes, with file, line, column and repair. Without 'model': all models below the folders that may be read.",
      action: .command(["check"]),
      parameters: [
        MCPParameter(
          name: "model", kind: .path, form: .argument,
          description: "A model, a mapping model, or a folder to search."),
        .version,
        MCPParameter(
          name: "cloudkit", kind: .flag, form: .option("--cloudkit"),
          description: "Also apply the rules for models that sync with CloudKit."),
        MCPParameter(
          name: "pedantic", kind: .flag, form: .option("--pedantic"),
          description: "Also report questions of style."),
      ]),
    MCPTool(
      name: "explain_diagnostic", title: "Explain a finding",
      description: "Says why a kind of finding matters and how to repair it.",
      action: .command(["explain-diagnostic"]),
      parameters: [
        MCPParameter(
          name: "id", kind: .name, form: .argument, isRequired: true,
          description: "The id in brackets after a finding, such as model.missing-inverse.")
      ]),
    MCPTool(
      name: "inspect_store", title: "Look into a store",
      description:
        "The metadata, page counts and integrity of a SQLite store, the number of rows of each entity, and with 'model' which version made it. Shows no stored values.",
      action: .command(["inspect"]),
      parameters: [
        MCPParameter(
          name: "store", kind: .path, form: .argument, isRequired: true,
          description: "Path of a Core Data SQLite store."),
        MCPParameter(
          name: "model", kind: .path, form: .option("--model"),
          description: "A bundle whose versions are compared with the store."),
      ]),
    MCPTool(
      name: "fetch_rows", title: "Fetch rows of a store",
      description: "Runs a fetch request on a store, read-only, and shows the stored values.",
      action: .command(["fetch"]),
      parameters: [
        MCPParameter(
          name: "store", kind: .path, form: .argument, isRequired: true,
          description: "Path of a Core Data SQLite store."),
        MCPParameter(
          name: "model", kind: .path, form: .option("--model"), isRequired: true,
          description: "The model that made the store, or the store itself if it keeps its model."),
      ] + MCPParameter.request, showsRows: true),
  ]
}
