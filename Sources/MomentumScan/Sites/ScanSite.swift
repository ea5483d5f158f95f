package import MomentumDiagnostics

/// A place in a source file that names something of the model.
package struct ScanSite: Sendable {
  package enum Kind: Sendable {
    /// The format of an `NSPredicate(format: …)`.
    case predicate(FormatSite)
    /// The format of an `NSExpression(format: …)`.
    case expression(FormatSite)
    /// A key path that a store sorts by.
    case sortKey(SourceLiteral, SortSite)
    /// A key path outside of a format, from an object of the subject.
    case key(SourceLiteral, KeyUse)
    /// The key and the value of `setValue(value, forKey: key)`.
    case valueForKey(SourceLiteral, value: ArgumentValue)
    /// The name of an entity.
    case entityName(SourceLiteral, EntityUse)
    /// The name of a stored fetch request, with the variables that it is given.
    case template(SourceLiteral, TemplateSite)
    /// A sort descriptor with a comparator block, which SQLite stores cannot run.
    case sortBlock(SourceLocation)
  }

  package var kind: Kind
  package var subject: Subject
  package var certainty: Certainty
  /// The name under which the code keeps the predicate, sort descriptor or key, such as
  /// `Filters.active`, if uses in other files may show the subject; otherwise `nil`.
  package var boundName: String?
  /// Whether the file uses other frameworks whose objects have keys, so that a key may be one of
  /// theirs.
  package var isAmongOthers = false

  package init(_ kind: Kind, subject: Subject = .unknown, certainty: Certainty = .shown) {
    self.kind = kind
    self.subject = subject
    self.certainty = certainty
  }
}

/// A format with its arguments.
package struct FormatSite: Sendable {
  package enum Arguments: Sendable {
    /// The arguments are written out one by one.
    case list([FormatArgument])
    /// The arguments are the elements of `argumentArray:`, which takes objects only.
    case array([FormatArgument])
    /// The arguments are not known: their number varies, or a list of them is made elsewhere.
    case unknown
  }

  package var format: SourceLiteral
  package var arguments: Arguments
  /// Where further arguments are inserted: before the bracket that closes the call.
  package var end: SourceLocation
  /// The interpolated values of the format, in written order.
  package var gaps: [FormatArgument] = []
  /// Whether the predicate is given to a request as it is, so that no variable gets a value.
  package var isFinal = false
  /// Whether the source is Swift, where texts and numbers are no objects by themselves.
  package var language: Language

  package enum Language: Sendable { case swift, objectiveC }
}

/// An argument of a format: its value as far as it is known, and where it is.
package struct FormatArgument: Sendable {
  package var value: ArgumentValue
  package var location: SourceLocation
  /// Whether the value is a constant of the program, so that nobody outside can choose it.
  package var isConstant = false

  package init(_ value: ArgumentValue, at location: SourceLocation) {
    self.value = value
    self.location = location
  }

  /// The argument as it is written.
  package var text: String { location.file.text(in: location.range) }
}

/// The kind of a value in a program, as far as it is known.
package enum ArgumentValue: Sendable {
  case integer
  case real
  case boolean
  case string(SourceLiteral)
  /// A string of which only the type is known.
  case text
  case null
  case date
  case data
  case uuid
  case url
  /// A number in an object: `NSNumber`, `@5`.
  case number
  /// A list of values.
  case list
  case object(Subject)
  case unknown

  /// The word for the value in a message; `nil` if nothing is known of it.
  var noun: String? {
    switch self {
    case .integer: "a whole number"
    case .real: "a number"
    case .boolean: "a Bool"
    case .string, .text: "a String"
    case .null: "nil"
    case .date: "a Date"
    case .data: "Data"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .number: "a number object"
    case .list: "a list"
    case .object: "an object"
    case .unknown: nil
    }
  }
}

/// How a sort descriptor compares.
package struct SortSite: Sendable {
  /// The selector as Objective-C writes it; `nil` if the descriptor has none.
  package var selector: String?
  package var selectorLocation: SourceLocation?
  /// Whether the key is a Swift key path, which the compiler has checked to be a property.
  package var isKeyPath = false
}

/// The use of a key.
package enum KeyUse: Sendable, Hashable {
  /// A value to fetch or to group by: `propertiesToFetch`, `NSExpression(forKeyPath:)`,
  /// `propertiesToGroupBy`
  case fetched
  /// A path to prefetch: `relationshipKeyPathsForPrefetching`
  case prefetched
  /// `sectionNameKeyPath:`, which may be any property of the class
  case section
  /// `value(forKey:)` and its kin: a property of the entity or of the class
  case value
  /// `primitiveValue(forKey:)`, `willAccessValue(forKey:)`: a property of the entity
  case primitive
  /// `mutableSetValue(forKey:)`: a to-many relationship
  case collection
  /// A key of `propertiesToUpdate`, or of the objects of a batch insertion: an attribute
  case updated
  /// A key path that the compiler checks: `#keyPath(Person.name)`
  case keyPath
}

/// The use of an entity's name.
package enum EntityUse: Sendable, Hashable {
  case request
  /// A new object is made, which an abstract entity cannot have.
  case insertion
  /// A request whose objects are expected to be of a class.
  case requestOfClass(String)
}

/// How a stored fetch request is read, and the variables that it gets.
package struct TemplateSite: Sendable {
  /// The names of the variables; `nil` if they are not written out.
  package var variables: [SourceLiteral]?
  /// Whether the call passes a dictionary of variables.
  package var takesVariables: Bool
}
