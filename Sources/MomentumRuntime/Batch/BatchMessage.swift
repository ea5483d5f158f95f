internal import MomentumDiagnostics

/// What a batch change has to say, sorted by id.
enum BatchMessage: DiagnosticMessage {
  case expressionType(key: String, expected: String)
  case keepsHistory
  case missingValue(key: String, entity: String)
  case notSettable(key: String, why: String)
  case setSpelling(String)
  case setTwice(String)
  case unknownKey(String, entity: String, near: String?)
  case valueRule(key: String, rule: String)

  var severity: Severity {
    switch self {
    case .keepsHistory: .warning
    case .expressionType, .missingValue, .notSettable, .setSpelling, .setTwice, .unknownKey,
      .valueRule:
      .error
    }
  }

  var id: String {
    switch self {
    case .expressionType: "batch.expression-type"
    case .keepsHistory: "batch.keeps-history"
    case .missingValue: "batch.missing-value"
    case .notSettable: "batch.not-settable"
    case .setSpelling: "batch.set-spelling"
    case .setTwice: "batch.set-twice"
    case .unknownKey: "batch.unknown-key"
    case .valueRule: "batch.value"
    }
  }

  var text: String {
    switch self {
    case .expressionType(let key, let expected):
      "the expression for '\(key)' has to give \(expected)"
    case .keepsHistory:
      "the store keeps a history, in which this change has no transaction: a reader of the history does not see it"
    case .missingValue(let key, let entity):
      "'\(key)' of entity '\(entity)' is not optional and cannot be set to nil"
    case .notSettable(let key, let why): "'\(key)' cannot be set: \(why)"
    case .setSpelling(let text):
      "a value is set by key=value, or by key:=expression, not by '\(text)'"
    case .setTwice(let key): "'\(key)' can be set once"
    case .unknownKey(let key, let entity, let near):
      "no property '\(key)' in entity '\(entity)'"
        + (near.map { "; did you mean '\($0)'?" } ?? "")
    case .valueRule(let key, let rule): "the value of '\(key)' has to be \(rule)"
    }
  }
}
