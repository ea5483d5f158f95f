package import MomentumCompiler
internal import MomentumDiagnostics

/// A model with generated Swift code. The generated type contains the model's text.
///
/// ```swift
/// let store = try BubbleTea.open("tea.sqlite")
/// ```
public protocol StoredModel: Sendable {
  /// The model's text, compiled when a store is first opened.
  static var model: RuntimeModel { get }
}

/// A model in generated code: the text of its `contents`, compiled when it is first used.
///
/// Generated code keeps it in a static constant, so a program compiles its model once.
///
/// ```swift
/// enum Garden: StoredModel {
///   static let model = RuntimeModel(name: "Garden", contents: text)
/// }
/// ```
public struct RuntimeModel: Sendable {
  /// The model's name, for messages.
  public let name: String
  package let compiled: Result<CompiledModel, StoreFailure>

  /// If `contents` is not a valid model, opening a store fails with the reasons.
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
