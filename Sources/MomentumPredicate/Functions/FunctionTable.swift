package import MomentumModel

/// The functions that a predicate may call by name; parser, checker and evaluators share the table.
package enum FunctionTable {
  /// What a function is about.
  package enum Group: String, Sendable, Hashable, CaseIterable {
    case statistics, arithmetic, advanced, bounding, random, date, bitwise, string, cast, index
    case location
    case coreData = "core data"
    case text
  }

  /// Who says that the language has the function.
  package enum Source: String, Sendable, Hashable {
    case expression = "NSExpression, expressionForFunction:arguments:"
    case headers = "names in public headers of Foundation"
    case tests = "public tests that run against Foundation"
    case cloudKit = "CKQuery"
  }

  /// What a store makes of a call.
  package enum Meaning: Sendable, Hashable {
    /// A function of one row's values: `sqrt:(price)`
    case function(Signature)
    /// What is written with a sign too: `add:to:(a, b)` is `a + b`.
    case arithmetic(ArithmeticOperator)
    /// A function of many values: `sum:(price)`
    case aggregate(AggregateFunction)
    /// `castObject:toType:(a, 'NSString')`, one of ``FunctionTable/casts``
    case cast
    /// `objectFrom:withIndex:(a, SIZE)`
    case index
    /// `count:(distinct:(a))`
    case distinct
    /// `tokenize:using:(a, 'cd')`, in memory only
    case words
    case notComputed

    static func function(
      _ function: PredicateFunction, _ arguments: [Domain], _ result: Result
    ) -> Meaning {
      .function(Signature(function, arguments, result))
    }
  }

  /// What an argument may be.
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

  /// What a function of one row's values takes and returns.
  package struct Signature: Sendable, Hashable {
    package let function: PredicateFunction
    package let arguments: [Domain]
    package let result: Result

    init(_ function: PredicateFunction, _ arguments: [Domain], _ result: Result) {
      self.function = function
      self.arguments = arguments
      self.result = result
    }

    /// The type of a call; `nil` where it is that of an argument whose type is not known.
    func type(ofArgument argument: PredicateType?) -> PredicateType? {
      resultType.map { .attribute($0) } ?? argument
    }
  }

  /// One function.
  package struct Row: Sendable, Hashable {
    /// With its colons: `add:to:`.
    package let selector: String
    /// The name that stands alone before the parenthesis, in any case: `sum`. Functions with two
    /// arguments have none, `tokenize` excepted.
    package let bareName: String?
    /// How many arguments a call may have.
    package let argumentCounts: ClosedRange<Int>
    package let group: Group
    package let meaning: Meaning
    /// A predicate that holds wherever the function is computed: its test, and what the documents show.
    package let example: String?
    /// What Core Data's SQLite store does with a call on stored values.
    package let coreData: CoreDataSupport
    /// What SQL and other languages call the function, in small letters: a call by one of these names
    /// is an error that proposes the selector.
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

  /// No call has more arguments: what is longer is a collection.
  package static let argumentsMax = 1 << 16
}

extension FunctionTable.Signature {
  /// The type of a result; `nil` where it is the argument's.
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
  /// As a message names it.
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

  /// The type of an operand that has none; `nil` where the use decides.
  var type: PredicateType? {
    switch self {
    case .number: .attribute(.double)
    case .integer: .attribute(.integer64)
    case .string: .attribute(.string)
    case .any: nil
    }
  }
}
