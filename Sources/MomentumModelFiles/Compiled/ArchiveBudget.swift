/// The number of objects and the bytes of text that may still be read from an archive. All code
/// that walks through one archive shares the budget: without it, an archive whose objects refer to
/// each other many times would take for ever to read.
final class ArchiveBudget {
  /// The number of objects that may still be read. The largest model needs far fewer.
  private var objectsLeft = 2_000_000
  /// The bytes of text that may still be made from the objects. An object may be referred to from
  /// many places, and its text counts for each of them.
  private var bytesLeft = 64 << 20

  /// Counts an object that is read. Returns false if the budget is spent.
  func take() -> Bool {
    objectsLeft -= 1
    return objectsLeft > 0
  }

  /// Counts text that is made. Returns false if the budget is spent.
  func take(bytes: Int) -> Bool {
    bytesLeft -= min(bytes, max(bytesLeft, 0))
    return bytesLeft > 0
  }

  var isSpent: Bool { objectsLeft <= 0 || bytesLeft <= 0 }
}
