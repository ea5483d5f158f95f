import MomentumModel
import MomentumTestSupport
import Testing

@testable import MomentumDiagram

@Suite(.tags(.random)) struct DiagramLayoutTests {
  private func layout(_ model: ObjectModel) -> DiagramLayout {
    DiagramLayout(of: Diagram(of: model, title: "Model"))
  }

  /// What must hold of every picture, as text; empty when all does.
  private func faults(_ layout: DiagramLayout) -> [String] {
    let page = Rectangle(x: 0, y: 0, width: layout.width, height: layout.height)
    let boxes = layout.frames
    var faults: [String] = []
    for (index, frame) in boxes.enumerated() {
      if !page.contains(frame) { faults.append("box \(index) leaves the page") }
      for other in boxes.indices.dropFirst(index + 1) where frame.overlaps(boxes[other]) {
        faults.append("boxes \(index) and \(other) overlap")
      }
    }
    for (index, edge) in layout.edges.enumerated() {
      for label in edge.labels {
        if !page.contains(label.frame) { faults.append("a label of edge \(index) leaves the page") }
        if boxes.contains(where: { $0.overlaps(label.frame) }) {
          faults.append("a label of edge \(index) overlaps a box")
        }
      }
      for (from, to) in zip(edge.points, edge.points.dropFirst()) {
        if from.x != to.x && from.y != to.y { faults.append("edge \(index) runs aslant") }
        let piece = Rectangle(
          x: min(from.x, to.x), y: min(from.y, to.y), width: abs(from.x - to.x),
          height: abs(from.y - to.y))
        if boxes.contains(where: { crosses(piece, $0) }) {
          faults.append("edge \(index) runs through a box")
        }
      }
    }
    let labels = layout.edges.flatMap(\.labels)
    for (index, label) in labels.enumerated() {
      for other in labels.dropFirst(index + 1) where label.frame.overlaps(other.frame) {
        faults.append("labels '\(label.text)' and '\(other.text)' overlap")
      }
    }
    return faults
  }

  /// A piece without width or height, and the inside of a box.
  private func crosses(_ piece: Rectangle, _ box: Rectangle) -> Bool {
    piece.x < box.right && box.x < piece.right + (piece.width == 0 ? 1 : 0)
      && piece.y < box.bottom && box.y < piece.bottom + (piece.height == 0 ? 1 : 0)
      && !(piece.width == 0 && piece.x == box.x) && !(piece.height == 0 && piece.y == box.y)
  }

  @Test(arguments: DiagramModels.bundleNames)
  func bundlesHaveNoFaults(name: String) throws {
    #expect(faults(layout(try DiagramModels.bundle(name))) == [])
  }

  @Test(arguments: DiagramModels.bundleNames)
  func bundlesHaveNoCrossings(name: String) throws {
    let made = layout(try DiagramModels.bundle(name))
    #expect(RouteCrossings.count(made.edges.map(\.points)) == 0)
  }

  @Test(arguments: (0..<36).thinned(to: 6))
  func randomModelsHaveNoFaults(seed: Int) {
    let count = seed % 19
    let model = DiagramModels.random(
      seed: UInt64(seed), entityCount: count, relationshipCount: count * (seed % 4))
    #expect(faults(layout(model)) == [], "seed \(seed)")
  }

  @Test func nastyNamesHaveNoFaults() {
    #expect(faults(layout(DiagramModels.nasty())) == [])
  }

  @Test(arguments: [0, 1, 2])
  func smallModelsHaveNoFaults(count: Int) {
    let model = ObjectModel(entities: (0..<count).map { Entity(name: "Entity\($0)") })
    let made = layout(model)
    #expect(faults(made) == [])
    #expect(made.width > 0 && made.height > 0)
  }

  @Test func largeModelsHaveNoFaults() {
    let model = DiagramModels.random(seed: 150, entityCount: 150, relationshipCount: 200)
    #expect(faults(layout(model)) == [])
  }

  @Test func starsGrowTheBoxForItsPorts() {
    let model = ObjectModel(
      entities: [Entity(name: "Hub")]
        + (0..<60).map { index in
          Entity(
            name: "Ray\(index)",
            relationships: [Relationship(name: "hub", destination: EntityID(0))])
        })
    let made = layout(model)
    #expect(faults(made) == [])
    let ends = made.edges.compactMap(\.points.last).map { "\($0.x),\($0.y)" }
    #expect(Set(ends).count == 60, "every relationship has a port of its own")
  }

  @Test func subentitiesShareTheParentsPort() {
    let model = ObjectModel(
      entities: [Entity(name: "Parent")]
        + (0..<4).map { Entity(name: "Child\($0)", parent: EntityID(0)) })
    let made = layout(model)
    #expect(faults(made) == [])
    #expect(
      Set(made.edges.map(\.startSide)).count == Set(made.edges.compactMap(\.points.first)).count)
  }

  @Test func equalModelsHaveEqualLayouts() {
    let model = DiagramModels.random(seed: 7, entityCount: 20, relationshipCount: 30)
    #expect(layout(model) == layout(model))
  }

  @Test func handMadeCyclesOfParentsEnd() {
    let model = ObjectModel(entities: [
      Entity(name: "A", parent: EntityID(1)), Entity(name: "B", parent: EntityID(0)),
      Entity(name: "C", parent: EntityID(2)),
    ])
    #expect(faults(layout(model)) == [])
  }

  @Test func boundsFollowNamesOfEitherDirection() {
    let end = Diagram.End(
      box: 0, name: "مرحبا", cardinality: Diagram.Cardinality(minimum: 0, maximum: nil))
    #expect(end.label(showsCardinality: true) == "\u{2068}مرحبا\u{2069} 0..*")
  }

  @Test func wishesAreKeptUnlessTheyCollide() {
    let wishes = [(10, 0), (12, 8), (100, 8)].map { value, distance in
      Spread.Target(value: value, weight: 1, distance: distance)
    }
    #expect(Spread.positions(wishes) == [7, 15, 100])
  }

  @Test func skylinesFillTheRoomBesideHigherParts() {
    var skyline = Skyline(width: 100)
    let corners = [(60, 50), (30, 10), (30, 10), (90, 5)].map { width, height in
      skyline.place(Packing.Size(width: width, height: height), gap: 10)
    }
    #expect(
      corners == [
        Point(x: 0, y: 0), Point(x: 70, y: 0), Point(x: 70, y: 20), Point(x: 0, y: 60),
      ])
  }

  @Test func widthsCountMarksAsNothingAndPictographsAsWide() {
    #expect(TextWidth.of("e\u{301}", size: 100) == TextWidth.of("e", size: 100))
    #expect(TextWidth.of("日", size: 100) == 100)
    #expect(TextWidth.of("W", size: 12, weight: .bold) > TextWidth.of("i", size: 12, weight: .bold))
  }
}
