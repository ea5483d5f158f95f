import MomentumDiagnostics

/// The result of a call: a text, and whether the call failed.
///
/// A failure is a result and no error of the protocol, because only results reach the assistant,
/// which can then correct its call (Model Context Protocol 2025-06-18, Tools, Error Handling).
struct ToolResult: Sendable, Hashable {
  /// How long a text may be, in bytes. Longer ones would fill the memory of an assistant.
  static let bytesMax = 50_000

  var text: String
  var isFailure = false

  init(_ text: String) { self.text = text }

  init(failure: RootFolders.Refusal) {
    text = "error: " + failure.text
    isFailure = true
  }

  /// Standard output, and after it the notes and errors.
  init(_ outcome: MomentumCommands.Outcome) {
    let parts = [outcome.output, outcome.errors].filter { !$0.isEmpty }
    text = parts.isEmpty ? "nothing to report" : parts.joined(separator: "\n")
    isFailure = outcome.status > 1
  }

  /// `{"content": [{"type": "text", "text": "…"}], "isError": false}`
  var json: JSONText {
    .object([
      ("content", .array([.object([("type", .string("text")), ("text", .string(boundedText))])])),
      ("isError", .bool(isFailure)),
    ])
  }

  /// The text, cut at a line's end, with a line that says so.
  var boundedText: String {
    guard text.utf8.count > Self.bytesMax else { return text }
    let kept = text.utf8.prefix(Self.bytesMax)
    let end = kept.lastIndex(of: UInt8(ascii: "\n")) ?? kept.endIndex
    let shown = String(decoding: text.utf8[..<end], as: UTF8.self)
    return shown
      + "\n[cut: \(text.utf8.count - shown.utf8.count) of \(text.utf8.count) bytes are left out; ask for less, such as one entity, one version or one folder]"
  }
}
