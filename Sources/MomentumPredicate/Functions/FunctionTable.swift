package import MomentumModel

/// The functions that a predicate may call by name. The parser, the checker and the evaluators
/// share this table.
package enum FunctionTable {
  /// The topic of a function.
  package enum Group: String, Sendable, Hashable, CaseIterable {
    case statistics, arithmetic, advanced, bounding, random, date, bitwise, string, cast, index
    case location
    case coreData = "core data"
    case text
  }

  /// The source that documents the function.
  package enum Source: String, Sendable, Hashable {
    case expression = "NSExpression, expressionForFunction:arguments:"
    case headers = "names in public headers of Foundation"
    case tests = "public tests that run against Foundation"
    case cloudKit = "CKQuery"
  }

  /// How a store computes a call.
  package enum Meaning: Sendable, Hashable {
    /// A function of a single row's values: `sqrt:(price)`
    case function(Signature)
    /// A function that is also written with an operator sign: `add:to:(a, b)` is `a + b`.
    case arithmetic(ArithmeticOperator)
    /// A function of many values: `sum:(price)`
    case aggregate(AggregateFunction)
    /// A cast to another class, for example `castObject:toType:(a, 'NSString')`.
    /// ``FunctionTable/casts`` lists the casts.
    case cast
    /// An element of a collection, or the collection's size, for example
    /// `objectFrom:withIndex:(a, SIZE)`.
    case index
    /// The different values of a collection, as the argument of a count: `count:(distinct:(a))`.
    case distinct
    /// The words of a text, computed in memory only: `tokenize:using:(a, 'cd')`.
    case words
    case notComputed

    static func function(
      _ function: PredicateFunction, _ arguments: [Domain], _ result: Result
    ) -> Meaning {
      .function(Signature(function, arguments, result))
    }
  }

  /// The values that an argument may have.
  package enum Domain: Sendable, Hashable {
    case number
    case integer
    case string
    case any
  }

  package enum Result: Sendable, Hashable {
    case sameAsArgument
    case double
    case integer
    case string
    case date
  }

  /// The arguments and result of a function of a single row's values.
  package struct Signature: Sendable, Hashable {
    package let function: PredicateFunction
    package let arguments: [Domain]
    package let result: Result

    init(_ function: PredicateFunction, _ arguments: [Domain], _ result: Result) {
      self.function = function
      self.arguments = arguments
      self.result = result
    }

    /// The type of a call's result; `nil` if the result has the type of an argument and that type
    /// is not known.
    func type(ofArgument argument: PredicateType?) -> PredicateType? {
      resultType.map { .attribute($0) } ?? argument
    }
  }

  /// One function.
  package struct Row: Sendable, Hashable {
    /// The selector with its colons: `add:to:`.
    package let selector: String
    /// The name before the parenthesis in a call without colons, in any case: `sum`. `nil` for
    /// functions with two arguments, except `tokenize`.
    package let bareName: String?
    /// The numbers of arguments that a call may have.
    package let argumentCounts: ClosedRange<Int>
    package let group: Group
    package let meaning: Meaning
    /// A predicate that is true wherever the function is computed. Tests evaluate it, and the
    /// documentation shows it.
    package let example: String?
    /// The behaviour of Core Data's SQLite store for a call on stored values.
    package let coreData: CoreDataSupport
    /// The names of the function in SQL and other languages, in lower case. A call by such a name
    /// is an error whose message proposes the selector.
    let otherNames: [String]
    package let source: Source

    init(
      _ selector: String, _ group: Group, _ meaning: Meaning, _ example: String?,
      _ coreData: CoreDataSupport, bareName: String? = nil, otherNames: [String] = [],
      source: Source = .expression
    ) {
      self.selector = selector
      self.group = group
      self.meaning = meaning
      self.example = example
      self.coreData = coreData
      self.otherNames = otherNames
      self.source = source
      let colons = selector.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: ":") ? 1 : 0) }
      self.bareName =
        bareName ?? (colons < 2 ? String(selector.prefix { $0 != ":" }) : nil)
      let takesMore = if case .aggregate = meaning { true } else { false }
      argumentCounts = colons...(takesMore ? FunctionTable.argumentsMax : colons)
    }
  }

  /// The largest number of arguments of a call. A caller with more values passes them as one
  /// collection.
  package static let argumentsMax = 1 << 16
}

extension FunctionTable.Signature {
  /// The type of the result; `nil` if it is the argument's type.
  package var resultType: AttributeType? {
    switch result {
    case .sameAsArgument: nil
    case .double: .double
    case .integer: .integer64
    case .string: .string
    case .date: .date
    }
  }
}

extension FunctionTable.Domain {
  /// How messages name the values that the argument may have.
  var name: String {
    switch self {
    case .number: "a number"
    case .integer: "a whole number"
    case .string: "a text"
    case .any: "a value"
    }
  }

  func takes(_ type: PredicateType) -> Bool {
    switch self {
    case .number: type.isNumber
    case .integer: type.isInteger
    case .string: type.isString
    case .any: true
    }
  }

  /// The type that a literal or a variable gets as an argument: a Double for `abs:($x)`. `nil` if
  /// the function takes values of any type.
  var type: PredicateType? {
    switch self {
    case .number: .attribute(.double)
    case .integer: .attribute(.integer64)
    case .string: .attribute(.string)
    case .any: nil
    }
  }
}
