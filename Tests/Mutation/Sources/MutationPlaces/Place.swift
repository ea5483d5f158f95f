/// A place in a source file that can be changed, and how.
struct Place: Encodable {
  enum Kind: String, Encodable {
    /// `<` is `<=`, `==` is `!=`, and so on.
    case comparison
    /// A condition is negated.
    case condition
    /// `n` is `n + 1`.
    case constant
    /// `&&` is `||`.
    case logic
    /// `f(a, b)` is `f(b, a)`.
    case arguments
    /// A call or an assignment whose result nobody reads is left out.
    case statement
    /// The same, and the call synchronises or checks something.
    case check
    /// An `if let` is never taken, a `guard let` always leaves.
    case branch
    /// An `if` or a `guard` that leaves early no longer does.
    case exit
    /// `+` is `-`.
    case arithmetic
    /// `true` is `false`.
    case boolean
    /// A function returns `nil`, an empty array, or the other truth value.
    case result
    /// `a ?? b` is `b`.
    case fallback
  }

  var file: String
  var line: Int
  var kind: Kind
  /// UTF-8 offsets into the file, half-open.
  var start: Int
  var end: Int
  /// What replaces the range. Each `§` stands for the call that asks whether this change is switched on.
  var text: String
  /// For people: `a < b → a <= b`.
  var shown: String
}
