import MomentumSwiftSource

/// Finds the uses of predicates and sort descriptors that are kept under a name: constants, computed
/// properties, results of functions.
///
/// ```swift
/// enum Filters { static let active = NSPredicate(format: "isActive == YES") }
/// request.predicate = Filters.active
/// ```
struct BoundNames {
  let project: SwiftProject
  /// The types in which each name is declared; the empty type for a name outside of types.
  private let owners: [String: Set<String>]

  /// - Parameter names: Names with their types: `Filters.active`, `.active`.
  init(_ project: SwiftProject, _ names: Set<String>) {
    self.project = project
    var owners: [String: Set<String>] = [:]
    for name in names {
      guard let dot = name.firstIndex(of: ".") else { continue }
      owners[String(name[name.index(after: dot)...]), default: []].insert(String(name[..<dot]))
    }
    self.owners = owners
  }

  /// The subjects that the code of one file uses the names for, by the name with its type.
  func subjects(inUnit index: Int) -> [String: Set<Subject>] {
    var result: [String: Set<Subject>] = [:]
    var finder = SwiftSiteFinder(project, unit: index)
    let tokens = project.units[index].tokens
    for token in 0..<tokens.end where tokens[token].kind == .identifier {
      let name = tokens.text(token)
      guard let types = owners[name], isUse(token, tokens) else { continue }
      let region = finder.region(around: token)
      guard let owner = owner(of: token, among: types, region, tokens) else { continue }
      let unit = project.units[index]
      let start = tokens[token - 1].kind == .period ? chainStart(token, unit) : token
      var end = token + 1
      if tokens[end].kind == .leftParenthesis, !tokens[end].startsLine {
        end = tokens.index(afterBracketAt: end)
      }
      let found = SubjectFinder(project: project, region: region).direct(start..<end)
      if found.subject.isKnown { result["\(owner).\(name)", default: []].insert(found.subject) }
    }
    return result
  }

  private func chainStart(_ token: Int, _ unit: SwiftUnit) -> Int {
    unit.chainStart(before: token + 1)
  }

  /// Whether the name is read here, and neither declared nor assigned.
  private func isUse(_ token: Int, _ tokens: SwiftTokens) -> Bool {
    if token > 0,
      tokens.token(token - 1, is: "let") || tokens.token(token - 1, is: "var")
        || tokens.token(token - 1, is: "func") || tokens.token(token - 1, is: "case")
    {
      return false
    }
    if tokens[token + 1].kind == .colon { return false }
    return !(tokens[token + 1].kind == .op && tokens.token(token + 1, is: "="))
  }

  /// The type among `types` of which the name at `token` is a member: `Venue` for `name` within
  /// `extension Venue`. The type `""` has the names that stand outside of any type. `nil` if the name is
  /// no member of these types.
  private func owner(
    of token: Int, among types: Set<String>, _ region: CodeRegion, _ tokens: SwiftTokens
  ) -> String? {
    guard token > 0, tokens[token - 1].kind == .period else {
      if let own = region.typeName, types.contains(own),
        region.local(tokens.text(token), before: token) == nil
      {
        return own
      }
      return types.contains("") ? "" : nil
    }
    let unit = project.units[region.unit]
    let start = unit.chainStart(before: token - 1)
    guard start < token - 1,
      let base = unit.expression(at: start, before: token - 1)
    else {
      // A member without its type, as in `request.predicate = .active`, can only be one of a type
      // in `implicit`.
      return types.first { BoundNames.implicit.contains($0) }
    }
    if let last = base.path?.last {
      if types.contains(last) { return last }
      if last == "self" || last == "Self", let own = region.typeName, types.contains(own) {
        return own
      }
    }
    let evaluator = Evaluator(project: project, region: region, token: token)
    switch evaluator.meaning(of: base) {
    case .value(let type): return type.lastName.flatMap { types.contains($0) ? $0 : nil }
    case .type(let name, _): return types.contains(name) ? name : nil
    default: return nil
    }
  }

  private static let implicit: Set<String> = [
    "NSPredicate", "NSSortDescriptor", "NSFetchRequest", "Array",
  ]
}
