internal import MomentumSQL
internal import MomentumText

/// An order of texts that SQL may name after `COLLATE`.
///
/// Observed in Core Data's logs: NSCollateLocaleSensitive, NSCollateFinderlike. The names of the
/// other two are our own; which ones Core Data uses for `caseInsensitiveCompare:` and
/// `localizedCaseInsensitiveCompare:` is not known.
final class RegisteredCollation {
  typealias Order = (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int

  let name: String
  let compare: Order

  /// A collation for each order that SQL names; the order of bytes is built into SQLite.
  static func all(_ comparison: TextComparison) -> [RegisteredCollation] {
    SortComparison.allCases.compactMap { order in
      SQLDialect.coreData.queries.collationName(order).map {
        RegisteredCollation($0, comparing(by: order, comparison))
      }
    }
  }

  private static func comparing(
    by order: SortComparison, _ comparison: TextComparison
  ) -> Order {
    switch order {
    case .binary: { comparison.compare($0, $1, []) }
    case .caseInsensitive: { comparison.compare($0, $1, .caseInsensitive) }
    case .localized:
      {
        comparison.localized(
          String(decoding: $0, as: UTF8.self), String(decoding: $1, as: UTF8.self))
      }
    case .localizedCaseInsensitive:
      { comparison.compare($0, $1, [.caseInsensitive, .localized]) }
    case .localizedStandard:
      {
        comparison.finderLike(
          String(decoding: $0, as: UTF8.self), String(decoding: $1, as: UTF8.self))
      }
    }
  }

  private init(_ name: String, _ compare: @escaping Order) {
    self.name = name
    self.compare = compare
  }
}
