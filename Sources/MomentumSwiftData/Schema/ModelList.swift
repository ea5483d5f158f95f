import MomentumDiagnostics
import MomentumSwiftSource

/// Reads lists of model types: `[User.self, SchemaV1.Item.self] + Shared.models`.
struct ModelList {
  /// A type that a list names.
  struct Name {
    var path: [String]
    var file: Int
    /// The types around the name.
    var scope: [String]
    var location: SourceLocation
  }

  struct Result {
    var names: [Name] = []
    var unread: [UnreadList] = []
  }

  let sources: SwiftDataSources

  func names(_ expression: SwiftExpression, file: Int, scope: [String]) -> Result {
    names(of: ListReader(sources: sources).read(expression, file: file, scope: scope))
  }

  /// The types of the list that a member has, such as `models` of a `VersionedSchema`.
  func names(member: String, of type: SwiftDataSources.TypeRecord) -> Result {
    names(of: ListReader(sources: sources).read(member: member, of: type))
  }

  private func names(of list: ListReader.Result) -> Result {
    var result = Result(unread: list.unread)
    for item in list.items {
      switch ListReader(sources: sources).followed(item) {
      case .unread(let unread): result.unread.append(unread)
      case .value(let value):
        if let name = name(value) {
          result.names.append(name)
        } else {
          let expression = value.expression.unparenthesized
          result.unread.append(
            UnreadList(
              reason: UnreadList.Reason(expression, in: sources.tokens(value.file)),
              location: sources.location(value.file, expression.tokens)))
        }
      }
    }
    return result
  }

  /// The type that `User.self` names.
  func name(_ item: ListReader.Item) -> Name? {
    let expression = item.expression.unparenthesized
    guard case .member(let base?, "self") = expression.kind,
      let path = base.unparenthesized.path?.filter({ !$0.isEmpty }), !path.isEmpty
    else { return nil }
    return Name(
      path: path, file: item.file, scope: item.scope,
      location: sources.location(item.file, expression.tokens))
  }
}
