import MomentumCompiler
import MomentumDiagnostics
import Testing

@testable import MomentumObjects

/// The model of entities in XML, as Xcode writes them.
func compiledModel(_ entities: String) throws -> CompiledModel {
  var diagnostics = Diagnostics()
  let text = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
    \(entities)
    </model>
    """
  let source = SourceFile(path: "contents", text: text)
  let compiled = CompiledModel.compile(source, &diagnostics)
  return try #require(compiled, "\(diagnostics.all.map(\.text))")
}

/// A context on one SQLite store, in memory without a path.
func sqliteContext(
  _ model: ModelPlan, path: String? = nil, options: SQLiteStoreOptions = SQLiteStoreOptions()
) throws -> ObjectContext {
  let coordinator = StoreCoordinator(model)
  try coordinator.add(SQLiteObjectStore(path: path, model: model, options: options))
  return ObjectContext(coordinator)
}

/// A context on a SQLite store in memory, for a model of these entities.
func sqliteContext(_ entities: String) throws -> ObjectContext {
  try sqliteContext(ModelPlan(compiledModel(entities)))
}
