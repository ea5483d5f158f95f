/// An entity-relationship diagram as a value: boxes with rows, and edges between them.
///
/// Contains no positions and sizes; `DiagramLayout` computes them. Edges name a box by its index in
/// `boxes`.
package struct Diagram: Sendable, Hashable {
  /// A description of the diagram, for readers who cannot see it.
  package var title: String
  package var boxes: [Box]
  package var edges: [Edge]

  package init(title: String, boxes: [Box] = [], edges: [Edge] = []) {
    self.title = title
    self.boxes = boxes
    self.edges = edges
  }
}

extension Diagram {
  /// An entity or a composite type.
  package struct Box: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
      case entity
      case abstractEntity
      case composite
    }

    /// A word above the title with a colour of the head, by which boxes are told apart.
    package struct Mark: Sendable, Hashable {
      package enum Tint: String, Sendable, Hashable, CaseIterable {
        case blue
        case green
        case grey
        case red
      }

      package var keyword: String
      package var tint: Tint

      package init(keyword: String, tint: Tint) {
        self.keyword = keyword
        self.tint = tint
      }
    }

    package var title: String
    package var kind: Kind
    package var rows: [Row]
    /// `nil` for an ordinary box.
    package var mark: Mark?

    package init(title: String, kind: Kind = .entity, rows: [Row] = [], mark: Mark? = nil) {
      self.title = title
      self.kind = kind
      self.rows = rows
      self.mark = mark
    }
  }

  /// A property other than a relationship.
  package struct Row: Sendable, Hashable {
    /// How a property gets its value.
    package enum Origin: Sendable, Hashable {
      case stored
      case transient
      case derived
      case fetched
    }

    package var name: String
    /// The type in the words of the model, or a composite's name; without the question mark of an
    /// optional.
    package var type: String
    package var isOptional: Bool
    package var origin: Origin

    package init(name: String, type: String, isOptional: Bool = false, origin: Origin = .stored) {
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

    /// The type with a question mark if the property is optional: `String?`.
    var shownType: String { isOptional ? type + "?" : type }
  }

  /// The least and greatest number of objects at an end of a relationship.
  package struct Cardinality: Sendable, Hashable {
    package var minimum: Int
    /// `nil` for no upper bound.
    package var maximum: Int?

    package init(minimum: Int, maximum: Int?) {
      self.minimum = minimum
      self.maximum = maximum
    }

    package var isOptional: Bool { minimum == 0 }
    package var isToMany: Bool { maximum != 1 }

    /// The numbers in the notation of UML: `1`, `0..1`, `0..*`, `2..500`.
    var text: String {
      let upper = maximum.map(String.init) ?? "*"
      return upper == String(minimum) ? upper : "\(minimum)..\(upper)"
    }

    /// Whether a crow's foot shows the numbers completely, because they are 0, 1 or unlimited.
    var isPlain: Bool { minimum < 2 && (maximum == nil || maximum == 1) }
  }

  /// One end of a relationship: the destination's box and the relationship's name.
  package struct End: Sendable, Hashable {
    package var box: Int
    package var name: String
    package var cardinality: Cardinality
    package var isOrdered: Bool

    package init(box: Int, name: String, cardinality: Cardinality, isOrdered: Bool = false) {
      self.box = box
      self.name = name
      self.cardinality = cardinality
      self.isOrdered = isOrdered
    }
  }

  package enum Edge: Sendable, Hashable {
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
