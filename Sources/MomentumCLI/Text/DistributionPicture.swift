import MomentumDiagram
import MomentumDistribution
import MomentumModel

extension RootCandidate {
  /// The model's diagram with the placement of each entity above its name and as the colour of its
  /// head: the root blue, co-located entities green, reference tables grey, undecided ones red.
  func picture(of model: ObjectModel, title: String) -> String {
    var diagram = Diagram(of: model, title: title)
    for judged in entities {
      for entity in model.entityIDs where model.root(of: entity) == judged.entity {
        diagram.boxes[entity.index].mark = mark(judged, in: model)
      }
    }
    return SVGPrinter.print(DiagramLayout(of: diagram))
  }

  private func mark(_ judged: JudgedEntity, in model: ObjectModel) -> Diagram.Box.Mark {
    switch judged.placement {
    case .root: .init(keyword: "root", tint: .blue)
    case .colocated(let path):
      .init(
        keyword: "by " + path.map { model[$0].name }.joined(separator: "."), tint: .green)
    case .reference: .init(keyword: "reference", tint: .grey)
    case .undecided: .init(keyword: "undecided", tint: .red)
    }
  }
}
