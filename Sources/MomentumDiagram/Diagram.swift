/// An entity-relationship diagram as a value: boxes with rows, and edges between them.
///
/// Has neither places nor sizes; `DiagramLayout` computes them. The index of a box is an index into
/// `boxes`.
public struct Diagram: Sendable, Hashable {
  /// A description of the diagram, for readers who cannot see it.
  public var title: String
  public var boxes: [Box]
  public var edges: [Edge]

  public init(title: String, boxes: [Box] = [], edges: [Edge] = []) {
    self.title = title
    self.boxes = boxes
    self.edges = edges
  }
}

extension Diagram {
  /// An entity or a composite type.
  public struct Box: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
      case entity
      case abstractEntity
      case composite
    }

    public var title: String
    public var kind: Kind
    public var rows: [Row]

    public init(title: String, kind: Kind = .entity, rows: [Row] = []) {
      self.title = title
      self.kind = kind
      self.rows = rows
    }
  }

  /// A property other than a relationship.
  public struct Row: Sendable, Hashable {
    /// The source of a property's value.
    public enum Origin: Sendable, Hashable {
      case stored
      case transient
      case derived
      case fetched
    }

    public var name: String
    /// The type as the model spells it, or a composite's name; without the mark of an optional.
    public var type: String
    public var isOptional: Bool
    public var origin: Origin

    public init(name: String, type: String, isOptional: Bool = false, origin: Origin = .stored) {
      self.name = name
      self.type = type
      self.isOptional = isOptional
      self.origin = origin
    }

    /// The name with UML's mark of a derived property: `/name`.
    var shownName: String {
      switch origin {
      case .stored, .transient: name
      case .derived, .fetched: "/" + name
      }
    }

    /// `String?`
    var shownType: String { isOptional ? type + "?" : type }
  }

  /// The number of objects at an end.
  public struct Cardinality: Sendable, Hashable {
    public var minimum: Int
    /// `nil` for no upper bound.
    public var maximum: Int?

    public init(minimum: Int, maximum: Int?) {
      self.minimum = minimum
      self.maximum = maximum
    }

    public var isOptional: Bool { minimum == 0 }
    public var isToMany: Bool { maximum != 1 }

    /// `1`, `0..1`, `0..*`, `2..500`
    var text: String {
      let upper = maximum.map(String.init) ?? "*"
      return upper == String(minimum) ? upper : "\(minimum)..\(upper)"
    }

    /// Whether a crow's foot expresses the bounds completely: they are 0, 1 or unlimited.
    var isPlain: Bool { minimum < 2 && (maximum == nil || maximum == 1) }
  }

  /// One end of a relationship: the destination's box and the relationship's name.
  public struct End: Sendable, Hashable {
    public var box: Int
    public var name: String
    public var cardinality: Cardinality
    public var isOrdered: Bool

    public init(box: Int, name: String, cardinality: Cardinality, isOrdered: Bool = false) {
      self.box = box
      self.name = name
      self.cardinality = cardinality
      self.isOrdered = isOrdered
    }
  }

  public enum Edge: Sendable, Hashable {
    /// A sub-entity and its parent.
    case inheritance(child: Int, parent: Int)
    /// A relationship and its inverse; each end has the name of the relationship that leads to it.
    case pair(End, End)
    /// A relationship that is its own inverse.
    case symmetric(End)
    /// A relationship without inverse.
    case oneWay(from: Int, to: End)
  }
}
