import Foundation
import MomentumDiagnostics
import MomentumJSONRPC

/// The models as resources, which a person can attach to a conversation; each reads as
/// `describe_model` describes it.
struct ModelResources {
  /// A resource that does not exist (Model Context Protocol 2025-06-18, Resources, Error Handling).
  static let notFound = RPCError.Code(rawValue: -32002)

  let runner: ToolRunner

  func list() throws -> JSONText {
    let models: [MomentumCommands.FoundModel]
    do throws(RootFolders.Refusal) {
      models = try runner.models()
    } catch {
      throw RPCError(.internalError, error.text)
    }
    return .object([
      (
        "resources",
        .array(
          models.map { model in
            let url = URL(fileURLWithPath: model.path, isDirectory: false)
            return .object([
              ("uri", .string(url.absoluteString)), ("name", .string(url.lastPathComponent)),
              ("description", .string("Core Data model \(model.path)")),
              ("mimeType", .string("text/plain")),
            ])
          })
      )
    ])
  }

  func read(_ uri: String?) throws -> JSONText {
    guard let uri else { throw RPCError.invalidParams("'uri' is needed") }
    guard let url = URL(string: uri), url.isFileURL else {
      throw RPCError(Self.notFound, "no resource '\(uri)'")
    }
    let result: ToolResult
    do throws(RootFolders.Refusal) {
      result = try runner.description(of: url.path)
    } catch {
      throw RPCError(Self.notFound, error.text)
    }
    guard !result.isFailure else { throw RPCError(.internalError, result.boundedText) }
    return .object([
      (
        "contents",
        .array([
          .object([
            ("uri", .string(uri)), ("mimeType", .string("text/plain")),
            ("text", .string(result.boundedText)),
          ])
        ])
      )
    ])
  }
}
