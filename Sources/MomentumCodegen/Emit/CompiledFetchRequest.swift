public import MomentumModel

/// A stored fetch request with what the stages before code generation found out about it.
///
/// This module imports neither the predicate nor the SQL modules; whoever calls it fills this in.
public struct CompiledFetchRequest: Sendable, Hashable {
  /// A variable of the predicate.
  public struct Parameter: Sendable, Hashable {
    public enum ValueType: Sendable, Hashable {
      case attribute(AttributeType)
      /// An object of an entity.
      case object(EntityID)
      /// A number of objects, as beside `@count`.
      case count
    }

    /// Without the dollar sign.
    public var name: String
    public var type: ValueType
    /// Whether the value is a list, as after `IN`.
    public var isCollection: Bool
    /// Whether nil is a value that somebody may mean: `city == $CITY` then asks for those without one.
    public var acceptsNil: Bool

    public init(
      name: String, type: ValueType, isCollection: Bool = false, acceptsNil: Bool = false
    ) {
      self.name = name
      self.type = type
      self.isCollection = isCollection
      self.acceptsNil = acceptsNil
    }
  }

  public var request: StoredFetchRequest
  /// Each variable once, in the order that the function's parameters shall have; the initialiser drops
  /// repeated names.
  public let parameters: [Parameter]
  /// The SQL; `nil` makes no function for the portable target.
  public var statement: Statement?
  /// The SQL where some of the parameters that accept nil are nil, for each choice of them; those with
  /// most nils first.
  public var nullVariants: [NullVariant]

  public init(
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
  /// A statement for parameters that are nil: `IS NULL` where others have `= ?`.
  public struct NullVariant: Sendable, Hashable {
    /// The names of those that are nil, in the order of the request's parameters.
    public var parameters: [String]
    public var statement: Statement

    public init(parameters: [String], statement: Statement) {
      self.parameters = parameters
      self.statement = statement
    }
  }

  /// A statement whose text may depend on how long a list is.
  public struct Statement: Sendable, Hashable {
    public enum Piece: Sendable, Hashable {
      case text(String)
      /// As many placeholders, parted by commas, as the list of this name has values: `?, ?, ?`.
      case placeholders(of: String)
    }

    public enum Literal: Sendable, Hashable {
      case null
      case integer(Int64)
      case real(Double)
      case text(String)
      case blob([UInt8])
    }

    public enum Binding: Sendable, Hashable {
      case value(Literal)
      /// A parameter that is one value.
      case parameter(String)
      /// Every value of a list, in order.
      case list(String)
    }

    /// The pieces in order, joined with nothing between.
    public var pieces: [Piece]
    /// In the order of the placeholders.
    public var bindings: [Binding]
    public var rows: Rows

    public init(pieces: [Piece], bindings: [Binding], rows: Rows) {
      self.pieces = pieces
      self.bindings = bindings
      self.rows = rows
    }
  }

  /// What a row of the statement is.
  public enum Rows: Sendable, Hashable {
    /// An object; the columns in the order of the SELECT.
    case objects([Column])
    /// The primary key, in the column of this index.
    case objectIDs(column: Int)
    /// A number, in the column of this index.
    case counts(column: Int)
  }

  /// What a selected column holds.
  public enum Column: Sendable, Hashable {
    case primaryKey
    /// An attribute or a to-one relationship by the model's name; names of composite elements follow.
    case property([String])
    /// A column that the generated code does not read, such as `Z_OPT`.
    case ignored
  }
}
