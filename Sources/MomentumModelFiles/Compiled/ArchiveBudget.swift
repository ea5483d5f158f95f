/// The number of objects and the bytes of text that may still be read from an archive; shared by
/// all code that walks through it, since an archive whose objects refer to each other many times
/// would take for ever.
final class ArchiveBudget {
  /// The largest model needs far fewer objects.
  private var objectsLeft = 2_000_000
  /// Bytes of text that are made from its objects. One object may be referred to from many places,
  /// and its text counts for each.
  private var bytesLeft = 64 << 20

  /// Returns false once the budget is spent.
  func take() -> Bool {
    objectsLeft -= 1
    return objectsLeft > 0
  }

  /// Returns false once the budget is spent.
  func take(bytes: Int) -> Bool {
    bytesLeft -= min(bytes, max(bytesLeft, 0))
    return bytesLeft > 0
  }

  var isSpent: Bool { objectsLeft <= 0 || bytesLeft <= 0 }
}
