public import MomentumCompiler
import MomentumDiagnostics
import MomentumRuntime
public import MomentumSQL
import MomentumStore

extension DataModel {
  /// The SQL that makes the model's tables, indexes and triggers in an empty database. Each
  /// statement ends with a semicolon and a line break.
  public func schema(for target: QueryTarget = .coreData) -> String {
    switch target {
    case .coreData: compiled.schemaScript
    case .plain(let dialect): compiled.plainSchema.creationScript(dialect)
    }
  }

  /// Compiles a fetch request to one SELECT, with the values of its placeholders.
  ///
  /// Names that the model does not have, and values of other types than their attributes, are
  /// ``DataModelError/rejected(_:)`` with the place in the text.
  public func sql(
    for request: RequestInput, in target: QueryTarget = .coreData
  ) throws(DataModelError) -> SQLText {
    var diagnostics = Diagnostics()
    let fetch = compiled.compile(request, target: target, &diagnostics)
    guard let fetch, !diagnostics.hasErrors else { throw .rejected(diagnostics) }
    return fetch.sql
  }
}
