import MomentumDiagnostics
import MomentumEvaluation
import MomentumPredicate
import MomentumRuntime

/// A condition for transactions or for changes of the persistent history, evaluated in memory.
///
/// The keys are those of Core Data: `author`, `bundleID`, `contextName`, `processID`, `storeID`,
/// `timestamp`, `token` and `transactionNumber` of transactions; `changeID`, `changeType`,
/// `changedEntity` (a name) and `changedObjectID` of changes.
struct HistoryFilter {
  private let syntax: PredicateSyntax
  private let predicate: ObjectPredicate

  init(_ predicate: ObjectPredicate) throws {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "<predicate>", text: predicate.format)
    guard let syntax = PredicateParser.parse(source, isChecked: true, &diagnostics) else {
      throw StoreFailure(.request, diagnostics: diagnostics)
    }
    self.syntax = syntax
    self.predicate = predicate
  }

  /// The transactions of one store that satisfy the condition.
  func filtered(
    _ transactions: [HistoryTransaction], of store: String
  ) throws -> [HistoryTransaction] {
    var evaluator = try evaluator(store)
    return try transactions.filter {
      try matches(EvaluatedTransaction(transaction: $0), &evaluator)
    }
  }

  /// The transactions of one store with only those changes that satisfy the condition. Transactions
  /// without such changes are left out.
  func filteredChanges(
    _ transactions: [HistoryTransaction], of store: String
  ) throws -> [HistoryTransaction] {
    var evaluator = try evaluator(store)
    return try transactions.compactMap { transaction in
      var rest = transaction
      rest.records = try transaction.records?.filter {
        try matches(EvaluatedChange(record: $0), &evaluator)
      }
      return rest.records?.isEmpty == false ? rest : nil
    }
  }

  private func matches(
    _ object: any EvaluatedObject, _ evaluator: inout PredicateEvaluator
  ) throws -> Bool {
    do throws(EvaluationError) { return try evaluator.evaluate(syntax, on: .object(object)) } catch
    {
      throw StoreFailure(
        .request, "the history cannot be searched by '\(predicate.format)': \(error)")
    }
  }

  private func evaluator(_ store: String) throws -> PredicateEvaluator {
    PredicateEvaluator(
      arguments: try predicate.arguments.map { try value($0, store) },
      bindings: try predicate.variables.mapValues { try value($0, store) },
      options: EvaluationOptions())
  }

  /// The value of an argument. A token stands for the number of its last transaction in the store.
  private func value(_ argument: ObjectPredicate.Argument, _ store: String) throws -> PredicateValue
  {
    guard case .token(let token) = argument else { return argument.predicateValue }
    // Source: the token of an empty store fails in predicates since iOS 18.
    guard let number = token.numbers[store], number > 0 else {
      throw ObjectError.historyTokenExpired("it has no transaction of the store")
    }
    return .integer(number)
  }
}

private struct EvaluatedTransaction: EvaluatedObject {
  let transaction: HistoryTransaction

  var identity: ObjectIdentity { ObjectIdentity(kind: "TRANSACTION", number: transaction.number) }

  func value(forKey key: String) throws(UnknownKey) -> PredicateValue {
    switch key {
    case "author": PredicateValue(text: transaction.author)
    case "bundleID": PredicateValue(text: transaction.bundleID)
    case "contextName": PredicateValue(text: transaction.contextName)
    case "processID": PredicateValue(text: transaction.processID)
    case "storeID": .string(transaction.storeIdentifier)
    case "timestamp": .date(transaction.timestamp)
    case "token", "transactionNumber": .integer(transaction.number)
    default: throw UnknownKey(key)
    }
  }
}

private struct EvaluatedChange: EvaluatedObject {
  let record: HistoryRecord

  var identity: ObjectIdentity { ObjectIdentity(kind: "CHANGE", number: record.number) }

  func value(forKey key: String) throws(UnknownKey) -> PredicateValue {
    switch key {
    case "changeID": .integer(record.number)
    case "changeType": .integer(record.change.kind)
    case "changedEntity": .string(record.change.objectID.entityName)
    case "changedObjectID": .object(EvaluatedIdentity(id: record.change.objectID))
    default: throw UnknownKey(key)
    }
  }
}

extension PredicateValue {
  fileprivate init(text: String?) { self = text.map { .string($0) } ?? .null }
}
