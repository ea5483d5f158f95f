import MomentumSQL
import MomentumStore

/// A column of the target with the values that rows of the source get in it.
struct ColumnRecipe {
  var target: StoreColumn
  /// The values by the old number of an entity whose rows have the property afterwards or had it
  /// before.
  var values: [Int: ColumnValue]
  /// The property that the column belongs to: `Venue.rating`.
  var place: String

  /// The values in the order of numbers, each with the numbers of its rows.
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

  /// The one value that all rows can get; `nil` if it depends on the entity.
  ///
  /// - Parameters:
  ///   - numbers: All numbers that rows of the source have.
  ///   - fillsAll: Whether rows of entities without the property get its default too, as in Core
  ///     Data's in-place migration (observed from framework 977 on).
  func uniform(_ numbers: [Int], fillsAll: Bool) -> ColumnValue? {
    let groups = groups(numbers)
    guard let first = groups.first else { return .null }
    guard groups.count == 1 else { return nil }
    return first.value.keepsNull || fillsAll || first.numbers.count == numbers.count
      ? first.value : nil
  }

  /// The value as an expression over a row of the source.
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

  /// The old columns that its values are read from, in the order of numbers.
  func sources(_ numbers: [Int]) -> [String] { unique(groups(numbers).compactMap(\.value.source)) }
}
