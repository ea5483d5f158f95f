package import MomentumCompiler
internal import MomentumDiagnostics

/// A model whose Swift code was generated; the generated type stands for it and carries its text.
///
/// ```swift
/// let store = try BubbleTea.open("tea.sqlite")
/// ```
public protocol StoredModel: Sendable {
  static var model: RuntimeModel { get }
}

/// A model as generated code carries it: the text of its `contents`, compiled when it is first needed.
///
/// Kept in a static constant, so a program reads its model once.
public struct RuntimeModel: Sendable {
  public let name: String
  package let compiled: Result<CompiledModel, StoreFailure>

  /// A text that is no model makes every store of it fail to open, with the reasons.
  public init(name: String, contents: String) {
    self.name = name
    var diagnostics = Diagnostics()
    let source = SourceFile(path: name, text: contents)
    if let model = CompiledModel.compile(source, &diagnostics) {
      compiled = .success(model)
    } else {
      compiled = .failure(StoreFailure(.model, diagnostics: diagnostics))
    }
  }
}
