import MomentumSQL
import MomentumStore

/// A column of a new table, and where its values come from.
struct ColumnRecipe {
  var target: StoreColumn
  /// The values by old entity number, for entities whose rows have the property afterwards or had
  /// it before.
  var values: [Int: ColumnValue]
  /// The property that the column belongs to, for example `Venue.rating`.
  var place: String

  /// The different values, each with the old entity numbers of its rows, in the order of the
  /// numbers.
  func groups(_ numbers: [Int]) -> [(value: ColumnValue, numbers: [Int])] {
    var result: [(value: ColumnValue, numbers: [Int])] = []
    var positions: [ColumnValue: Int] = [:]
    for number in numbers {
      guard let value = values[number] else { continue }
      if let position = positions[value] {
        result[position].numbers.append(number)
      } else {
        positions[value] = result.count
        result.append((value, [number]))
      }
    }
    return result
  }

  /// The value if all rows can get the same one; `nil` if it depends on the entity.
  ///
  /// - Parameters:
  ///   - numbers: All entity numbers that old rows have.
  ///   - fillsAll: Whether rows of entities without the property get its default too, as in Core
  ///     Data's in-place migration (observed from framework 977 on).
  func uniform(_ numbers: [Int], fillsAll: Bool) -> ColumnValue? {
    let groups = groups(numbers)
    guard let first = groups.first else { return .null }
    guard groups.count == 1 else { return nil }
    return first.value.keepsNull || fillsAll || first.numbers.count == numbers.count
      ? first.value : nil
  }

  /// The value as an expression over an old row, by entity if necessary:
  ///
  /// `CASE WHEN Z_ENT = 3 THEN ZNAME WHEN Z_ENT IN (4, 5) THEN 'none' END`
  func expression(
    _ numbers: [Int], fillsAll: Bool, entity: SQLFragment, _ printer: ColumnPrinter
  ) -> SQLFragment {
    if let value = uniform(numbers, fillsAll: fillsAll) { return printer.print(value) }
    let cases = groups(numbers).filter { $0.value != .null }.map { value, numbers -> SQLFragment in
      "WHEN \(sql: numberTest(entity, numbers)) THEN \(sql: printer.print(value))"
    }
    return cases.isEmpty ? "NULL" : "CASE \(list: cases, separator: " ") END"
  }

  /// The old columns from which the values are read, in the order of the entity numbers.
  func sources(_ numbers: [Int]) -> [String] { unique(groups(numbers).compactMap(\.value.source)) }
}
