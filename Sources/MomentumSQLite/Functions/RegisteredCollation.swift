internal import MomentumText

/// An order of texts that SQL may name after `COLLATE`.
///
/// Observed in Core Data's logs: NSCollateLocaleSensitive, NSCollateFinderlike. The names of the other
/// two are our own; which ones Core Data uses for `caseInsensitiveCompare:` and
/// `localizedCaseInsensitiveCompare:` is not known.
final class RegisteredCollation {
  typealias Order = (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int

  let name: String
  let compare: Order

  static func all(_ comparison: TextComparison) -> [RegisteredCollation] {
    [
      RegisteredCollation("NSCollateLocaleSensitive") {
        comparison.localized(
          String(decoding: $0, as: UTF8.self), String(decoding: $1, as: UTF8.self))
      },
      RegisteredCollation("NSCollateFinderlike") {
        comparison.finderLike(
          String(decoding: $0, as: UTF8.self), String(decoding: $1, as: UTF8.self))
      },
      RegisteredCollation("MomentumCaseInsensitive") {
        comparison.compare($0, $1, .caseInsensitive)
      },
      RegisteredCollation("MomentumLocaleCaseInsensitive") {
        comparison.compare($0, $1, [.caseInsensitive, .localized])
      },
    ]
  }

  private init(_ name: String, _ compare: @escaping Order) {
    self.name = name
    self.compare = compare
  }
}
