import MomentumDiagnostics
import MomentumEvaluation
import MomentumModel
import MomentumPredicate
import MomentumRuntime

/// A rule for the values of an attribute that a program has added in code: a predicate in which
/// `SELF` is the value, and the warning for values that do not satisfy it.
///
///     let rule = try ValidationRule(
///       "Person", "name", "SELF BEGINSWITH 'A'", warning: .text("the name begins with A"))
///
/// These are the validation predicates of `NSPropertyDescription` (OG-608).
package struct ValidationRule: Sendable {
  /// The error that a broken rule causes.
  package enum Warning: Sendable {
    /// The code of the error, for example 1610.
    case code(Int)
    /// The description of an error of code 1550.
    case text(String)
  }

  package let entity: String
  package let property: String
  package let warning: Warning
  private let predicate: PredicateSyntax

  /// Throws a `StoreFailure` if the predicate cannot be parsed.
  package init(_ entity: String, _ property: String, _ format: String, warning: Warning) throws {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "<predicate>", text: format)
    guard let predicate = PredicateParser.parse(source, isChecked: true, &diagnostics) else {
      throw StoreFailure(.request, diagnostics: diagnostics)
    }
    self.entity = entity
    self.property = property
    self.warning = warning
    self.predicate = predicate
  }

  /// Whether a value satisfies the rule; `false` if the predicate cannot be evaluated.
  func allows(_ value: AttributeValue) -> Bool {
    var evaluator = PredicateEvaluator()
    do { return try evaluator.evaluate(predicate, on: PredicateValue(value)) } catch {
      return false
    }
  }
}

extension ObjectValidator {
  /// The errors for the rules added in code that a value breaks.
  func addedViolations(
    of value: AttributeValue, key: String, _ model: ModelPlan
  ) -> [ObjectError] {
    let entity = object.plan.lineage.map { model[$0].name }
    return entity.flatMap { name in
      (model.rules[name] ?? []).filter { $0.property == key && !$0.allows(value) }
    }.map { rule in
      switch rule.warning {
      case .code(let number):
        ObjectError(
          ObjectError.Code(rawValue: number), objects: [object.objectID], key: key,
          values: [.attribute(value)])
      case .text(let text):
        ObjectError(
          .notValid, objects: [object.objectID], key: key, text, values: [.attribute(value)])
      }
    }
  }
}
