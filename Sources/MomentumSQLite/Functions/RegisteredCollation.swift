internal import MomentumSQL
internal import MomentumText

/// An order of texts that SQL may name after `COLLATE`.
///
/// Core Data's logs show the names NSCollateLocaleSensitive and NSCollateFinderlike (observed). The
/// two other collations have names of our own: it is not known which names Core Data uses for
/// `caseInsensitiveCompare:` and `localizedCaseInsensitiveCompare:`.
final class RegisteredCollation {
  typealias Order = (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int

  let name: String
  let compare: Order

  /// One collation for each comparison of text except that by bytes, which SQLite has built in.
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
