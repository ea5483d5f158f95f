import MomentumDiagnostics
import MomentumSwiftSource

/// Answers the conditions of `#if` that have the same answer in every app with SwiftData.
///
/// `canImport(SwiftData)` is true, `os(Linux)` is false. `DEBUG` and `os(iOS)` depend on the build, so
/// they have no answer.
enum BuildCondition {
  /// Modules of every system that has SwiftData.
  private static let present: Set<String> = [
    "Combine", "CoreData", "CoreFoundation", "CoreGraphics", "Darwin", "Dispatch", "Foundation",
    "ObjectiveC", "Observation", "SwiftData", "SwiftUI", "os",
  ]
  /// Modules and systems that no system with SwiftData has.
  private static let absent: Set<String> = [
    "Android", "Glibc", "Linux", "Musl", "WASI", "WASILibc", "WinSDK",
    "Windows", "FreeBSD", "OpenBSD",
  ]

  /// Whether a clause of an `#if` is built; `nil` if that depends on the build.
  static func value(of clause: SwiftCondition) -> Bool? {
    var isOpen = false
    for text in clause.preceding {
      switch value(of: text) {
      case true?: return false
      case false?: continue
      case nil: isOpen = true
      }
    }
    let own = clause.word == "#else" ? true : value(of: clause.text)
    if own == false { return false }
    return isOpen ? nil : own
  }

  /// The condition of a clause in Swift: `!DEBUG` for the `#else` of `#if DEBUG`.
  static func text(of clause: SwiftCondition) -> String {
    guard clause.word == "#else" else { return clause.text }
    if clause.preceding.count == 1, !clause.preceding[0].contains(where: { "&|! ".contains($0) }) {
      return "!\(clause.preceding[0])"
    }
    return "!(\(clause.preceding.joined(separator: " || ")))"
  }

  /// - Parameter text: What is written after `#if` or `#elseif`.
  static func value(of text: String) -> Bool? {
    let tokens = SwiftTokens(SourceFile(path: "", text: text))
    return value(of: ExpressionReader.read(0..<tokens.end, in: tokens))
  }

  private static func value(of expression: SwiftExpression) -> Bool? {
    let expression = expression.unparenthesized
    switch expression.kind {
    case .boolean(let value): return value
    case .prefix("!", let inner): return value(of: inner).map { !$0 }
    case .binary("&&", let left, let right): return both(value(of: left), value(of: right))
    case .binary("||", let left, let right):
      return both(value(of: left).map { !$0 }, value(of: right).map { !$0 }).map { !$0 }
    case .call(let callee, let arguments):
      guard let word = callee.path?.last, let argument = arguments.first?.value else { return nil }
      return value(of: word, argument, isAlone: arguments.count == 1)
    default: return nil
    }
  }

  private static func both(_ left: Bool?, _ right: Bool?) -> Bool? {
    if left == false || right == false { return false }
    return left == true && right == true ? true : nil
  }

  /// The value of a condition with an argument, such as `canImport(SwiftUI)`, `os(Linux)` and
  /// `swift(>=5.9)`; `nil` if it depends on the build.
  ///
  /// - Parameter isAlone: Whether `canImport` has no version after the module.
  private static func value(
    of word: String, _ argument: SwiftExpression, isAlone: Bool
  ) -> Bool? {
    switch word {
    case "canImport":
      guard let module = argument.path?.first else { return nil }
      if absent.contains(module) { return false }
      return isAlone && argument.path?.count == 1 && present.contains(module) ? true : nil
    case "os": return argument.path?.last.map { absent.contains($0) } == true ? false : nil
    case "swift", "compiler":
      // SwiftData's macros need Swift 5.9, so each app with SwiftData is built by 5.9 or later.
      guard case .prefix(let comparison, let number) = argument.kind else { return nil }
      let text: String
      switch number.kind {
      case .integer(let digits), .float(let digits): text = digits
      default: return nil
      }
      guard let version = Double(text), version < 5.91 else { return nil }
      return comparison == ">=" ? true : comparison == "<" ? false : nil
    default: return nil
    }
  }
}

extension SwiftDeclaration {
  /// The declaration without the parts that no app builds, and without conditions that are always
  /// true; `nil` if no app builds the declaration.
  func built() -> SwiftDeclaration? {
    guard isConditional else { return self }
    guard let open = Self.open(conditions) else { return nil }
    var result = self
    result.conditions = open
    result.attributes = attributes.compactMap { attribute in
      guard let open = Self.open(attribute.conditions) else { return nil }
      var kept = attribute
      kept.conditions = open
      return kept
    }
    result.members = members.compactMap { $0.built() }
    return result
  }

  private var isConditional: Bool {
    !conditions.isEmpty || attributes.contains { !$0.conditions.isEmpty }
      || members.contains { $0.isConditional }
  }

  /// The clauses that depend on the build; `nil` if one of them is never built.
  private static func open(_ clauses: [SwiftCondition]) -> [SwiftCondition]? {
    let values = clauses.map { BuildCondition.value(of: $0) }
    guard !values.contains(false) else { return nil }
    return zip(clauses, values).filter { $1 == nil }.map { $0.0 }
  }
}

/// Declarations of one name of which a build has at most one: those in the clauses of an `#if`.
struct Variants {
  /// The declarations; never empty.
  private(set) var all: [SwiftDeclaration]
  /// Whether every build has one of the declarations.
  let isInEachBuild: Bool

  var first: SwiftDeclaration { all[0] }

  /// Groups declarations that exclude each other, in the order in which the names come first.
  static func of(_ declarations: [SwiftDeclaration]) -> [Variants] {
    guard declarations.contains(where: { !$0.conditions.isEmpty }) else {
      return declarations.map { Variants(all: [$0], isInEachBuild: true) }
    }
    var groups: [[SwiftDeclaration]] = []
    for declaration in declarations {
      let group = groups.firstIndex { group in
        group[0].name == declaration.name && !declaration.name.isEmpty
          && group.allSatisfy { excludes($0.conditions, declaration.conditions) }
      }
      if let group {
        groups[group].append(declaration)
      } else {
        groups.append([declaration])
      }
    }
    return groups.map { Variants(all: $0, isInEachBuild: cover($0.map(\.conditions))) }
  }

  /// Whether no build has both: they are in different clauses of one `#if`.
  static func excludes(_ left: [SwiftCondition], _ right: [SwiftCondition]) -> Bool {
    zip(left, right).contains { $0.start == $1.start && $0.tokens != $1.tokens }
  }

  /// Whether every build has one of the declarations whose conditions these are: they are in all
  /// clauses of an `#if` that ends with `#else`, and in no other `#if`.
  static func cover(_ places: [[SwiftCondition]]) -> Bool {
    if places.contains(where: \.isEmpty) { return true }
    guard places.allSatisfy({ $0.count == 1 }),
      let last = places.first(where: { $0[0].word == "#else" })?[0]
    else { return false }
    let clauses = Set(places.map { $0[0] }.filter { $0.start == last.start }.map(\.tokens))
    return clauses.count > last.preceding.count
  }

  private init(all: [SwiftDeclaration], isInEachBuild: Bool) {
    self.all = all
    self.isInEachBuild = isInEachBuild
  }
}
