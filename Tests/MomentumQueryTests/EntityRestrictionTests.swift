import Foundation
import MomentumModel
import MomentumPredicate
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

  /// The objects of a request inside a predicate are those of the entity and of its sub-entities, too.
  @Test func aRequestInsideHasTheSameRows() throws {
    func inside(_ entity: Int) throws -> String {
      let root = EntityID(0)
      let object = TypedKeyPath(root: root, steps: [], target: .object)
      let predicate = TypedPredicate.comparison(
        TypedComparison(
          left: .keyPath(object), comparisonOperator: .in,
          right: .fetch(TypedFetch(entity: EntityID(entity)))))
      let layout = QueryLayout.coreData(model, CoreDataLayout { _, _ in nil }.layOut(model))
      let request = FetchRequest(entity: root, predicate: predicate)
      let sql = SQLPrinter.print(FetchRequestLowering(layout: layout).lower(request).select)
      let start = try #require(sql.text.range(of: "n1_t0.Z_PK FROM ZROOT n1_t0"), "\(sql.text)")
      return sql.text[start.upperBound...].split(separator: " ").joined(separator: " ") + " with "
        + sql.bindings.map(\.debugText).joined(separator: ", ")
    }
    #expect(try inside(0) == ") with ")
    #expect(try inside(1) == "WHERE ( n1_t0.Z_ENT >= ? AND n1_t0.Z_ENT <= ?) ) with 2, 3")
    #expect(try inside(2) == "WHERE n1_t0.Z_ENT = ? ) with 3")
  }
}
