import MomentumModel
import MomentumPredicate
import MomentumSQL
import MomentumText

extension CompiledModel {
  /// Every stored fetch request as SQL, with the meaning of its placeholders: `fetch-requests.sql`.
  ///
  ///     -- venueFR: Venue where name == $NAME
  ///     --   ?1 = $NAME (String)
  ///     SELECT … WHERE  t0.ZNAME = ?;
  package var fetchRequestScript: String {
    storedRequests.map { stored in
      let entity = model[stored.request.entity].name
      let condition =
        stored.request.predicateFormat.map { " where \(SingleLine.forComment($0))" } ?? ""
      let head =
        "-- \(SingleLine.forComment(stored.request.name)): \(SingleLine.forComment(entity))\(condition)\n"
      guard let fetch = compile(stored) else {
        return head + "--   not compiled: 'momentum check' says why\n"
      }
      return head + placeholders(of: fetch.sql, stored) + fetch.sql.text + ";\n"
    }.joined(separator: "\n")
  }

  private func placeholders(of sql: SQLText, _ stored: CheckedStoredRequest) -> String {
    let variables = stored.predicate?.variables ?? []
    return sql.bindings.enumerated().map { index, binding in
      "--   ?\(index + 1) = \(SingleLine.forComment(binding.debugText))\(type(of: binding, variables))\n"
    }.joined()
  }

  private func type(of binding: SQLBinding, _ variables: [PredicateVariable]) -> String {
    guard case .parameter(let name) = binding,
      let variable = variables.first(where: { $0.name == name })
    else { return "" }
    let type = variable.type.name(in: model)
    return variable.isCollection ? " (one ? for each \(type))" : " (\(type))"
  }
}
