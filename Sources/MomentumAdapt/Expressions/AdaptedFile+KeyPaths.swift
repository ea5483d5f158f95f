import MomentumDiagnostics
import MomentumModel
import MomentumSwiftSource

extension AdaptedFile {
  /// `#keyPath(Venue.location.name)` becomes `("location.name")`, with spaces before the last
  /// parenthesis, so that what follows stays in its column.
  mutating func editKeyPath(at index: Int, in tokens: SwiftTokens) {
    guard tokens[index + 1].kind == .leftParenthesis, let close = tokens.partner(of: index + 1)
    else {
      return
    }
    let names = (index + 2..<close).filter {
      [.identifier, .quotedIdentifier].contains(tokens[$0].kind)
    }
    guard !names.isEmpty else { return }
    let start = tokens[index].start
    var rest = names[...]
    var root = type(around: start)
    while let first = rest.first, rest.count > 1, isType(tokens.name(first)) {
      root = tokens.name(first)
      rest = rest.dropFirst()
    }
    let path = keys(rest, of: root, in: tokens).joined(separator: ".")
    let range = start..<tokens[close].end
    let text = "(\"\(path)\""
    let padding = String(repeating: " ", count: max(0, range.count - text.utf8.count - 1))
    edits.replace(range, with: text + padding, closing: ")")
  }

  /// Whether a name in a key path is that of a type or a module, which by convention has a capital
  /// letter; a property of that kind has to be one that the sources declare.
  private func isType(_ name: String) -> Bool {
    classes.isClass(name) || name.first?.isUppercase == true
  }

  /// The keys of a path, and a finding for the first one that is not known.
  private mutating func keys(
    _ names: ArraySlice<Int>, of root: String?, in tokens: SwiftTokens
  ) -> [String] {
    var owner = root
    var result: [String] = []
    for index in names {
      let name = tokens.name(index)
      result.append(owner.flatMap { classes.key(name, in: $0) } ?? name)
      guard let type = owner, let (model, id) = classes.entity(ofClass: type) else { continue }
      owner = nil
      switch model.property(named: name, in: id) {
      case .relationship(let relationship):
        owner = model[model[relationship].destination].className.map(classes.swiftName)
      case .attribute, .fetchedProperty: break
      case nil where classes.key(name, in: type) == nil && !Self.ownKeys.contains(name):
        report(
          .unknownKey(
            name, of: model[id].name, near: nearName(to: name, among: model.propertyNames(of: id))),
          at: index..<index + 1, in: tokens)
      case nil: break
      }
    }
    return result
  }

  /// The properties of `NSManagedObject` and `NSObject` themselves.
  private static let ownKeys: Set<String> = [
    "objectID", "entity", "managedObjectContext", "isInserted", "isUpdated", "isDeleted",
    "hasChanges", "isFault", "faultingState", "hash", "description", "debugDescription", "self",
    "hasPersistentChangedValues",
  ]
}
