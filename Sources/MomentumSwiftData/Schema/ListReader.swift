import MomentumDiagnostics
import MomentumSwiftSource

/// Reads lists that are written in parts: `[A.self, B.self] + Shared.models`.
///
/// A name is followed to the value of its variable. An expression whose value needs the program to
/// run, such as a call, is unread: a guess would make a schema without the classes that the app has
/// in it.
struct ListReader {
  /// An element of a list, as it is written in a file.
  struct Item {
    var expression: SwiftExpression
    var file: Int
    /// The types around the element.
    var scope: [String]
  }

  struct Result {
    var items: [Item] = []
    var unread: [UnreadList] = []
  }

  /// How many variables are followed: a list may refer to itself.
  static let depthMax = 8

  let sources: SwiftDataSources

  /// The elements of the list that an expression is.
  func read(_ expression: SwiftExpression, file: Int, scope: [String]) -> Result {
    var result = Result()
    let tokens = sources.tokens(file)
    if StoredValue.hasCondition(expression.tokens, in: tokens) {
      result.unread.append(unread(.condition, expression, file))
    } else {
      add(Item(expression: expression, file: file, scope: scope), to: &result, depth: 0)
    }
    return result
  }

  /// The elements of the list that a member of a type has: `static var models: … { [A.self] }`.
  func read(member name: String, of type: SwiftDataSources.TypeRecord) -> Result {
    var result = Result()
    switch VariableFinder(sources: sources).member(name, of: type) {
    case .value(let item): add(item, to: &result, depth: 1)
    case .unread(let unread): result.unread.append(unread)
    case nil:
      result.unread.append(
        UnreadList(reason: .missing(name), location: sources.location(type)))
    }
    return result
  }

  /// The expression that an element leads to: itself, or the value of the variable that it names.
  func followed(_ item: Item) -> VariableFinder.Answer {
    var item = item
    for _ in 0..<ListReader.depthMax {
      item.expression = item.expression.unparenthesized
      switch item.expression.kind {
      case .member(_, "self"): return .value(item)
      case .name, .member:
        guard let path = item.expression.path else { return .value(item) }
        switch VariableFinder(sources: sources).find(path, for: item) {
        case .value(let next): item = next
        case .unread(let unread): return .unread(unread)
        }
      default: return .value(item)
      }
    }
    return .unread(unread(.notAList, item.expression, item.file))
  }

  private func add(_ item: Item, to result: inout Result, depth: Int) {
    let expression = item.expression.unparenthesized
    func inner(_ expression: SwiftExpression) -> Item {
      Item(expression: expression, file: item.file, scope: item.scope)
    }
    switch expression.kind {
    case .array(let items): result.items += items.map { inner($0) }
    case .binary("+", let left, let right):
      add(inner(left), to: &result, depth: depth)
      add(inner(right), to: &result, depth: depth)
    case .cast(let value, "as", _), .cast(let value, "as!", _), .effect(_, let value):
      add(inner(value), to: &result, depth: depth)
    case .name, .member:
      guard depth < ListReader.depthMax, let path = expression.path, path.last != "self" else {
        result.unread.append(unread(.notAList, expression, item.file))
        return
      }
      switch VariableFinder(sources: sources).find(path, for: inner(expression)) {
      case .value(let next): add(next, to: &result, depth: depth + 1)
      case .unread(let unread): result.unread.append(unread)
      }
    default:
      let reason = UnreadList.Reason(expression, in: sources.tokens(item.file))
      result.unread.append(unread(reason, expression, item.file))
    }
  }

  private func unread(
    _ reason: UnreadList.Reason, _ expression: SwiftExpression, _ file: Int
  ) -> UnreadList {
    UnreadList(reason: reason, location: sources.location(file, expression.tokens))
  }
}
