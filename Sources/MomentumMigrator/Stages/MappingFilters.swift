package import MomentumCompiler
import MomentumDiagnostics
package import MomentumMigration
import MomentumSQL

extension CompiledModel {
  /// Compiles filters of a mapping model to statements for a store of this model:
  ///
  /// `SELECT Z_PK FROM (SELECT 0, t0.Z_PK FROM ZCAR t0 WHERE t0.ZPRICE > 3)`
  package var mappingFilter: MappingFilterCompiler {
    { predicate, entity, layout in
      var diagnostics = Diagnostics()
      let request = RequestInput(
        entity: entity, predicate: predicate, result: .ids, includesSubentities: false)
      guard let fetch = self.laidOut(as: layout).compile(request, &diagnostics) else {
        let first = diagnostics.all.first { $0.severity == .error }
        return .failure(MappingFilterRefusal(reason: first?.text ?? "it cannot be read"))
      }
      guard let sql = fetch.sql.withLiterals else {
        return .failure(MappingFilterRefusal(reason: "it has a list or a variable of its own"))
      }
      return .success("SELECT Z_PK FROM (\(sql: sql))")
    }
  }
}

extension SQLText {
  /// The statement with literals in place of its values; `nil` if it has parameters, or arrays that
  /// it reads as tables.
  fileprivate var withLiterals: SQLFragment? {
    guard arrays.isEmpty, bindings.count == placeholders.count else { return nil }
    let bytes = Array(text.utf8)
    var result: SQLFragment = ""
    var start = 0
    for (offset, binding) in zip(placeholders, bindings) {
      guard case .value(let value) = binding, offset >= start, offset < bytes.count else {
        return nil
      }
      result += SQLFragment(printed: String(decoding: bytes[start..<offset], as: UTF8.self))
      result += value.literal
      start = offset + 1
    }
    return result + SQLFragment(printed: String(decoding: bytes[start...], as: UTF8.self))
  }
}
