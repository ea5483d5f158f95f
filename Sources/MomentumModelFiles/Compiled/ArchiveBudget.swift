/// How much of an archive is looked at in all; shared by everything that walks through it.
final class ArchiveBudget {
  /// Far above what the largest model needs.
  private var objectsLeft = 2_000_000
  /// Bytes of text that are made of its objects. One object may stand in many places.
  private var bytesLeft = 64 << 20

  /// False once the budget is spent.
  func take() -> Bool {
    objectsLeft -= 1
    return objectsLeft > 0
  }

  /// False once the budget is spent.
  func take(bytes: Int) -> Bool {
    bytesLeft -= min(bytes, max(bytesLeft, 0))
    return bytesLeft > 0
  }

  var isSpent: Bool { objectsLeft <= 0 || bytesLeft <= 0 }
}
