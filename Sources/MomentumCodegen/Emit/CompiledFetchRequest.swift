package import MomentumModel

/// A stored fetch request with its parameters and its SQL, which other stages have computed.
///
/// This module imports neither the predicate nor the SQL modules, so its caller makes this value.
package struct CompiledFetchRequest: Sendable, Hashable {
  /// A variable of the predicate.
  package struct Parameter: Sendable, Hashable {
    package enum ValueType: Sendable, Hashable {
      case attribute(AttributeType)
      /// An object of an entity.
      case object(EntityID)
      /// A number of objects, which the predicate compares with `@count`.
      case count
    }

    /// The name without the dollar sign.
    package var name: String
    package var type: ValueType
    /// Whether the value is a list, as after `IN`.
    package var isCollection: Bool
    /// Whether nil is a meaningful argument: `city == $CITY` then finds the objects without a city.
    package var acceptsNil: Bool

    package init(
      name: String, type: ValueType, isCollection: Bool = false, acceptsNil: Bool = false
    ) {
      self.name = name
      self.type = type
      self.isCollection = isCollection
      self.acceptsNil = acceptsNil
    }
  }

  package var request: StoredFetchRequest
  /// The variables, each once, in the order of the function's parameters; the initialiser drops
  /// repeated names.
  package let parameters: [Parameter]
  /// The SQL; `nil` if it could not be made. The portable code then has no function for the
  /// request.
  package var statement: Statement?
  /// One statement for each combination of parameters that are nil, those with most nils first.
  package var nullVariants: [NullVariant]

  package init(
    request: StoredFetchRequest, parameters: [Parameter] = [], statement: Statement? = nil,
    nullVariants: [NullVariant] = []
  ) {
    self.nullVariants = nullVariants
    self.request = request
    var names: Set<String> = []
    self.parameters = parameters.filter { names.insert($0.name).inserted }
    self.statement = statement
  }
}

extension CompiledFetchRequest {
  /// A statement for a call in which some arguments are nil: it has `IS NULL` instead of `= ?`.
  package struct NullVariant: Sendable, Hashable {
    /// The names of the parameters that are nil, in the order of the parameters of the request.
    package var parameters: [String]
    package var statement: Statement

    package init(parameters: [String], statement: Statement) {
      self.parameters = parameters
      self.statement = statement
    }
  }

  /// A statement whose text may depend on the length of a list.
  package struct Statement: Sendable, Hashable {
    package enum Piece: Sendable, Hashable {
      case text(String)
      /// Placeholders for all values of the list with this name, separated by commas: `?, ?, ?`.
      case placeholders(of: String)
    }

    package enum Literal: Sendable, Hashable {
      case null
      case integer(Int64)
      case real(Double)
      case text(String)
      case blob([UInt8])
    }

    package enum Binding: Sendable, Hashable {
      case value(Literal)
      /// The value of the parameter with this name.
      case parameter(String)
      /// The values of a parameter that is a list; each value has a placeholder of its own, in the
      /// order of the list.
      case list(String)
    }

    /// The pieces of the text, which are joined without separators.
    package var pieces: [Piece]
    /// The value of each placeholder, in the order of the placeholders in the text.
    package var bindings: [Binding]
    package var rows: Rows

    package init(pieces: [Piece], bindings: [Binding], rows: Rows) {
      self.pieces = pieces
      self.bindings = bindings
      self.rows = rows
    }
  }

  /// The meaning of a row of the statement.
  package enum Rows: Sendable, Hashable {
    /// A row is an object; the columns are in the order of the SELECT.
    case objects([Column])
    /// A row has a primary key, in the column with this index.
    case objectIDs(column: Int)
    /// A row has a number, in the column with this index.
    case counts(column: Int)
  }

  /// The content of a selected column.
  package enum Column: Sendable, Hashable {
    case primaryKey
    /// An attribute or a to-one relationship, by its name in the model; for a composite the names
    /// of inner elements follow.
    case property([String])
    /// A column that the generated code does not read, such as `Z_OPT`.
    case ignored
  }
}
