import MomentumCodegen
package import MomentumCompiler
package import MomentumDiagnostics
import MomentumModel

extension CheckedModel {
  /// Reports user info that names a Swift type which its attribute cannot have, at its place in the
  /// model. Code that is generated in spite of this error ignores the user info.
  package func checkValueTypes(_ diagnostics: inout Diagnostics) {
    for problem in ValueTypes(model).problems {
      let element: SyntaxElement? =
        switch problem.place {
        case .attribute(let id): syntax.element(of: id)
        case .element(let id, let index): compositeElement(id, index)
        }
      guard let element else { continue }
      let entry = element.children(.userInfo).flatMap { $0.children(.entry) }
        .last { $0[.key]?.value == problem.key }
      let range = entry?[.value]?.valueRange ?? element.nameRange
      diagnostics.report(ValueTypeMessage.badValueType(problem.text), at: syntax.location(range))
    }
  }

  private func compositeElement(_ id: CompositeID, _ index: Int) -> SyntaxElement? {
    guard syntax.composites.indices.contains(id.index) else { return nil }
    let elements = syntax.composites[id.index].children(.attribute)
    return elements.indices.contains(index) ? elements[index] : nil
  }
}

extension CompiledModel {
  /// Reports user info that names a Swift type which its attribute cannot have; see
  /// `CheckedModel.checkValueTypes(_:)`.
  package func checkValueTypes(_ diagnostics: inout Diagnostics) {
    CheckedModel(syntax: syntax, model: model, storedRequests: storedRequests)
      .checkValueTypes(&diagnostics)
  }
}

/// The findings about Swift types that user info names.
struct ValueTypeMessage: RuleMessage {
  let rule: DiagnosticRule
  let text: String

  static let rules: [DiagnosticRule] = [badValueTypeRule]

  static let badValueTypeRule = DiagnosticRule(
    "model.bad-value-type", .error(.noMeaning("no Swift code can be generated for the attribute")),
    "User info names a Swift type that an attribute cannot have.",
    """
    The user info key 'valueType' names a Swift type whose raw values have the attribute's type. \
    The key 'valueCases' lists the cases of an enum to generate, each with its raw value: 'low=1, \
    high=2' makes the cases 'low' and 'high'. Each name has to be allowed in Swift and must not be \
    used in the model already. Each raw value has to be of the attribute's type. The default value \
    of the attribute has to be the raw value of a case. Correct the entry as the message says, or \
    delete it.
    """,
    .own)

  static func badValueType(_ reason: String) -> Self { Self(rule: badValueTypeRule, text: reason) }
}
