import MomentumObjects

/// The validation predicates of descriptions, as rules of the object graph.
struct ModelRules {
  let rules: [ValidationRule]

  init(_ model: NSManagedObjectModel) {
    var rules: [ValidationRule] = []
    for entity in model.entities {
      for property in entity.ownProperties {
        for (index, predicate) in property.validationPredicates.enumerated() {
          let warning = property.validationWarnings.dropFirst(index).first
          rules.append(
            CoreDataException.stopping {
              try ValidationRule(
                entity.name ?? "", property.name, PredicateText(predicate).literal,
                warning: Self.warning(warning))
            })
        }
      }
    }
    self.rules = rules
  }

  /// The predicate whose warning an error is (OG-608); `nil` if no predicate has it, or several have.
  static func predicate(
    of property: NSPropertyDescription, warning error: ObjectError
  ) -> NSPredicate? {
    let found = property.validationPredicates.enumerated().filter { index, _ in
      switch warning(property.validationWarnings.dropFirst(index).first) {
      case .code(let number): error.code.rawValue == number
      case .text(let text): error.code == .notValid && error.description == text
      }
    }
    return found.count == 1 ? found[0].element : nil
  }

  private static func warning(_ value: Any?) -> ValidationRule.Warning {
    switch value {
    case let number as NSNumber: .code(number.intValue)
    case let text?: .text("\(text)")
    case nil: .code(NSManagedObjectValidationError)
    }
  }
}
