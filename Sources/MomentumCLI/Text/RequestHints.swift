import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumPredicate

extension RequestOptions {
  /// The reasons why a request cannot be compiled, with the missing option and its possible values.
  func rejected(_ diagnostics: Diagnostics, _ model: ObjectModel) -> InputRejected {
    let ids = Set(diagnostics.all.map(\.id))
    var hints: [String] = []
    if ids.contains(RequestMessage.noEntityRule.id) {
      hints.append("give --entity NAME, or --request NAME for a fetch request of the model")
    }
    if !ids.isDisjoint(with: [RequestMessage.noEntityRule.id, RequestMessage.unknownEntityRule.id])
    {
      hints += Self.list(model.entities.map(\.name), "entities")
    }
    if !ids.isDisjoint(with: [
      RequestMessage.noEntityRule.id, RequestMessage.unknownStoredRequestRule.id,
    ]) {
      hints += Self.list(model.fetchRequests.map(\.name), "fetch requests")
    }
    if ids.contains(PredicateMessage.missingVariableRule.id) {
      hints.append("--var NAME=VALUE gives a variable its value; repeat it for more")
    }
    if ids.contains(PredicateMessage.missingArgumentRule.id) {
      hints.append("--arg VALUE gives the next placeholder its value; repeat it for more")
    }
    return InputRejected(diagnostics: diagnostics, hints: hints)
  }

  /// Lists up to ten names in alphabetical order.
  private static func list(_ names: [String], _ what: String) -> [String] {
    guard !names.isEmpty else { return ["the model has no \(what)"] }
    let most = 10
    let shown = names.sorted().prefix(most).joined(separator: ", ")
    let rest =
      names.count > most ? " and \(names.count - most) more ('momentum dump model' has all)" : ""
    return [TerminalText.oneLine("\(what) of the model: \(shown)\(rest)")]
  }
}
