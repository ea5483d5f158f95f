import Testing

@testable import MomentumObjects

/// The tree against an array.
@Suite struct OrderTreeTests {
  @Test(arguments: [0, 1, 2, 3, 10, 1000])
  func aTreeBeginsInOrder(count: Int) {
    let tree = OrderTree(count: count)
    #expect(tree.count == count)
    #expect(tree.handles == (0..<count).map { OrderTree.Handle($0) })
    for index in 0..<count {
      #expect(tree.handle(at: index) == OrderTree.Handle(index))
      #expect(tree.index(of: OrderTree.Handle(index)) == index)
    }
    #expect(tree.handle(at: count) == nil)
    #expect(tree.handle(at: -1) == nil)
  }

  @Test func aTreeWorksLikeAnArray() {
    var random = ResultRandomTests.Random(state: 5)
    var tree = OrderTree(count: 20, weight: 2)
    var array = (0..<20).map { (handle: OrderTree.Handle($0), weight: 2) }
    for _ in 0..<3000 {
      switch Int.random(in: 0..<3, using: &random) {
      case 0 where !array.isEmpty:
        let index = Int.random(in: 0..<array.count, using: &random)
        tree.remove(array.remove(at: index).handle)
      case 1 where !array.isEmpty:
        let index = Int.random(in: 0..<array.count, using: &random)
        array[index].weight = Int.random(in: 0..<9, using: &random)
        tree.setWeight(array[index].weight, of: array[index].handle)
      default:
        let index = Int.random(in: 0...array.count, using: &random)
        let weight = Int.random(in: 0..<9, using: &random)
        array.insert((tree.insert(at: index, weight: weight), weight), at: index)
      }
      #expect(tree.count == array.count)
      guard let index = array.indices.randomElement(using: &random) else { continue }
      let place = tree.place(of: array[index].handle)
      #expect(place.index == index)
      #expect(place.weight == array[..<index].map(\.weight).reduce(0, +))
      #expect(tree.handle(at: index) == array[index].handle)
      #expect(tree.firstIndex { _, number in number >= index } == index)
    }
    #expect(tree.handles == array.map(\.handle))
  }
}
