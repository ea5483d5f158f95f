public import MomentumDiagnostics

/// A predicate as it was written: shape and places, no meaning yet.
///
/// Ranges count UTF-8 bytes of the format text. They take part in no later stage.
public struct PredicateSyntax: Sendable, Hashable {
  public indirect enum Kind: Sendable, Hashable {
    /// `TRUEPREDICATE`, `FALSEPREDICATE`
    case constant(Bool)
    /// `<left> <operator> <right>`, with a quantifier in front or not
    case comparison(ComparisonSyntax)
    /// `<a> AND <b> AND …`; two or more
    case and([PredicateSyntax])
    /// `<a> OR <b> OR …`; two or more
    case or([PredicateSyntax])
    /// `NOT <a>`
    case not(PredicateSyntax)
  }

  public var kind: Kind
  public var range: SourceRange

  public init(_ kind: Kind, _ range: SourceRange) {
    self.kind = kind
    self.range = range
  }
}

/// One comparison.
public struct ComparisonSyntax: Sendable, Hashable {
  public var quantifier: Quantifier?
  public var left: ExpressionSyntax
  public var comparisonOperator: ComparisonOperator
  /// The operator with its options.
  public var operatorRange: SourceRange
  public var options: ComparisonOptions
  public var right: ExpressionSyntax

  public init(
    quantifier: Quantifier?, left: ExpressionSyntax, comparisonOperator: ComparisonOperator,
    operatorRange: SourceRange, options: ComparisonOptions, right: ExpressionSyntax
  ) {
    self.quantifier = quantifier
    self.left = left
    self.comparisonOperator = comparisonOperator
    self.operatorRange = operatorRange
    self.options = options
    self.right = right
  }
}

/// What stands before a comparison over a collection. `SOME` is read as `ANY`, and `NONE` as `NOT ANY`.
public enum Quantifier: String, Sendable, Hashable {
  case any = "ANY"
  case all = "ALL"
}

/// An operator between two expressions; the raw value is the canonical spelling.
public enum ComparisonOperator: String, Sendable, Hashable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case `in` = "IN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"
  case between = "BETWEEN"
}

/// The letters in brackets after an operator, printed in the order `c d n l`.
public struct ComparisonOptions: OptionSet, Sendable, Hashable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// `[c]`
  public static let caseInsensitive = ComparisonOptions(rawValue: 1)
  /// `[d]`
  public static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
  /// `[n]`
  public static let normalized = ComparisonOptions(rawValue: 4)
  /// `[l]`
  public static let localeSensitive = ComparisonOptions(rawValue: 8)
}

/// An operand as it was written.
public struct ExpressionSyntax: Sendable, Hashable {
  public indirect enum Kind: Sendable, Hashable {
    /// `a.b.@count`; one or more components. A leading `SELF.` is left out.
    case keyPath([KeyComponent])
    /// `SELF`
    case selfObject
    case literal(Literal)
    /// `$NAME`, without the dollar sign
    case variable(String)
    /// `%@`, `%d` and the like: the argument of this index, counted in the order of the text
    case argument(Int, ArgumentConversion)
    /// `{<a>, <b>}`
    case aggregate([ExpressionSyntax])
  }

  public var kind: Kind
  public var range: SourceRange

  public init(_ kind: Kind, _ range: SourceRange) {
    self.kind = kind
    self.range = range
  }
}

/// One part of a key path.
public struct KeyComponent: Sendable, Hashable {
  public enum Name: Sendable, Hashable {
    /// A key as written, without a leading `#`.
    case key(String)
    /// A collection operator, without the `@`: `count`.
    case collectionOperator(String)
    /// `%K`: the argument of this index names one or more keys.
    case argument(Int)
  }

  public var name: Name
  public var range: SourceRange

  public init(_ name: Name, _ range: SourceRange) {
    self.name = name
    self.range = range
  }
}

/// A constant in the text.
public enum Literal: Sendable, Hashable {
  case null
  /// A whole number; `TRUE` and `YES` are 1, `FALSE` and `NO` are 0 (documented), and print so.
  case integer(Int64)
  case double(Double)
  /// A number that fits neither; digits as written.
  case decimal(String)
  case string(String)
}

/// What a `%` conversion asks for.
public enum ArgumentConversion: Sendable, Hashable {
  /// `%@`
  case object
  /// `%d`, `%ld`, `%llu`, `%x` …
  case integer
  /// `%f`, `%g` …
  case double
  /// `%c`, `%s` …
  case string
}
