import MomentumDifferential
import MomentumModel

/// What a derived attribute has to hold beside the objects of its graph.
enum DerivedValues {
  /// What is found by a derivation.
  enum Found: Equatable {
    case value(AttributeValue?)
    /// No trigger keeps it, or the clock decides.
    case unknown
  }

  static func value(
    of id: AttributeID, _ object: ObjectGraph.Object, in graph: ObjectGraph
  ) -> Found {
    let model = graph.model
    guard let text = model[id].derivation else { return .unknown }
    switch Derivation(text) {
    case .aggregate(.count, let path) where path.count == 1:
      guard case .relationship(let relationship)? = model.property(named: path[0], in: id.entity)
      else { return .unknown }
      // A count over a join table has no trigger; the plan warns of it.
      if let inverse = model[relationship].inverse, model[inverse].isToMany { return .unknown }
      return .value(.integer(Int64(object.links[relationship]?.count ?? 0)))
    case .keyPath(let path) where path.count == 2:
      guard case .relationship(let relationship)? = model.property(named: path[0], in: id.entity),
        case .attribute(let source)? = model.property(
          named: path[1], in: model[relationship].destination),
        // What a value of one type is in a column of another is a matter of its affinity.
        model[source].type == model[id].type
      else { return .unknown }
      let target = object.links[relationship]?.first
      return .value(target.flatMap { graph.objects[$0].values[ObjectGraph.Leaf(source)] })
    case .aggregate, .keyPath, .text, .now, nil: return .unknown
    }
  }
}
