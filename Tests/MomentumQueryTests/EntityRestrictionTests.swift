import Foundation
import MomentumModel
import MomentumQuery
import MomentumSQL
import MomentumStore
import Testing

/// The condition on `Z_ENT` that keeps an entity's rows apart from the others of its table.
@Suite struct EntityRestrictionTests {
  /// Root, A below Root, A1 below A.
  private let model = ObjectModel(entities: [
    Entity(name: "Root"), Entity(name: "A", parent: EntityID(0)),
    Entity(name: "A1", parent: EntityID(1)),
  ])

  /// The WHERE clause and its values. `numbers` and `families` are those of Root, A and A1.
  private func condition(
    of entity: Int, numbers: [Int], families: [ClosedRange<Int>], includesSubentities: Bool = true
  ) -> String {
    var schema = CoreDataLayout { _, _ in nil }.layOut(model)
    for (index, number) in numbers.enumerated() {
      schema.entities[index].number = number
      schema.entities[index].familyNumbers = families[index]
    }
    var request = FetchRequest(entity: EntityID(entity))
    request.includesSubentities = includesSubentities
    let layout = QueryLayout.coreData(model, schema)
    let sql = SQLPrinter.print(FetchRequestLowering(layout: layout).lower(request).select)
    guard let range = sql.text.range(of: "WHERE ") else { return "none" }
    let values = sql.bindings.map { binding in
      if case .value(.integer(let number)) = binding { "\(number)" } else { "\(binding)" }
    }
    return sql.text[range.upperBound...].trimmingCharacters(in: CharacterSet.whitespaces) + " with "
      + values.joined(separator: ", ")
  }

  @Test func numbersInTheOrderOfTheModelAreARange() {
    let numbers = [1, 2, 3]
    let families = [1...3, 2...3, 3...3]
    func condition(_ entity: Int, includesSubentities: Bool = true) -> String {
      self.condition(
        of: entity, numbers: numbers, families: families, includesSubentities: includesSubentities)
    }
    #expect(condition(0) == "none")
    #expect(condition(0, includesSubentities: false) == "t0.Z_ENT = ? with 1")
    #expect(condition(1) == "( t0.Z_ENT >= ? AND  t0.Z_ENT <= ?) with 2, 3")
    #expect(condition(2) == "t0.Z_ENT = ? with 3")
  }

  /// Root was added above A later, so its number lies between those of A's family, whose range is Root's too.
  /// Without a condition a fetch of A would give rows of Root.
  @Test func aFamilyWhoseRangeIsTheRootsIsListed() {
    let numbers = [2, 1, 3]
    let families = [1...3, 1...3, 3...3]
    #expect(condition(of: 0, numbers: numbers, families: families) == "none")
    #expect(
      condition(of: 1, numbers: numbers, families: families) == "t0.Z_ENT IN (?,?) with 1, 3")
    #expect(condition(of: 2, numbers: numbers, families: families) == "t0.Z_ENT = ? with 3")
  }
}
