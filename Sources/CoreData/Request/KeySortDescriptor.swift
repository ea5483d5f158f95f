import MomentumDiagnostics
import MomentumEvaluation
import MomentumObjects
import MomentumPredicate

/// A sort descriptor with a key, which Foundation on Linux does not have.
final class KeySortDescriptor: NSSortDescriptor {
  let keyName: String
  let comparison: Selector?

  init(_ keyName: String, _ isAscending: Bool, _ comparison: Selector?) {
    self.keyName = keyName
    self.comparison = comparison
    super.init(keyPath: \NSString.length, ascending: isAscending)
  }

  /// `nil`: a descriptor of this class has no archive that Foundation could read.
  required init?(coder: NSCoder) { nil }

  override func copy(with zone: NSZone? = nil) -> Any { self }

  override var reversedSortDescriptor: Any { KeySortDescriptor(keyName, !ascending, comparison) }

  override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
    let none = SourceRange(0, 0)
    let keys = keyName.split(separator: ".").map { KeyComponent(.quoted(String($0)), none) }
    let expression = ExpressionSyntax(keyName == "self" ? .selfObject : .keyPath(keys), none)
    let key = ValueSortKey(expression, isAscending: ascending, comparison: sortComparison)
    var evaluator = PredicateEvaluator()
    do throws(EvaluationError) {
      let left = try evaluator.value(of: expression, on: PredicateValue(foundation: object1))
      let right = try evaluator.value(of: expression, on: PredicateValue(foundation: object2))
      let order = try evaluator.order([left], [right], [key])
      return order == 0 ? .orderedSame : order < 0 ? .orderedAscending : .orderedDescending
    } catch {
      CoreDataException.raise("NSUnknownKeyException", error.description)
    }
  }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? KeySortDescriptor else { return false }
    return other.keyName == keyName && other.ascending == ascending
      && other.comparison == comparison
  }

  override var hash: Int { keyName.hashValue }

  override var description: String {
    "(\(keyName), \(ascending ? "ascending" : "descending"), \(comparison?.name ?? "compare:"))"
  }

  /// The comparison of the object graph. Stops the program for a method that no store can run.
  var objectComparison: ObjectSort.Comparison {
    switch comparison?.name {
    case nil, "compare:": .binary
    case "caseInsensitiveCompare:": .caseInsensitive
    case "localizedCompare:": .localized
    case "localizedCaseInsensitiveCompare:": .localizedCaseInsensitive
    case "localizedStandardCompare:": .localizedStandard
    case let name?:
      CoreDataException.raise(
        "NSInvalidArgumentException", "unsupported NSSortDescriptor selector: \(name)")
    }
  }

  private var sortComparison: SortComparison {
    switch objectComparison {
    case .binary: .binary
    case .caseInsensitive: .caseInsensitive
    case .localized: .localized
    case .localizedCaseInsensitive: .localizedCaseInsensitive
    case .localizedStandard: .localizedStandard
    }
  }
}

extension ObjectSort {
  /// The sort key of a descriptor. Stops the program for a descriptor without a key.
  ///
  /// Foundation makes the descriptor of a key path whose value is comparable, such as `\Book.pages`;
  /// it keeps the path, and the name of the property is found from it.
  init(_ descriptor: NSSortDescriptor) {
    if let own = descriptor as? KeySortDescriptor {
      self.init(own.keyName, ascending: own.ascending, comparison: own.objectComparison)
    } else if let name = KeyRecorder.name(of: descriptor.keyPath) {
      self.init(name, ascending: descriptor.ascending, comparison: .binary)
    } else {
      CoreDataException.raise(
        "NSInvalidArgumentException",
        "unsupported NSSortDescriptor (comparator blocks are not supported)")
    }
  }
}
