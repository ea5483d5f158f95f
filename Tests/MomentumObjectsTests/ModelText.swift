import MomentumCompiler
import MomentumDiagnostics
import Testing

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
