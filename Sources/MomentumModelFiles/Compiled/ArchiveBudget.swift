/// How many objects of an archive are looked at in all; shared by everything that walks through it.
final class ArchiveBudget {
  /// Far above what the largest model needs.
  private var objectsLeft = 2_000_000

  /// False once the budget is spent.
  func take() -> Bool {
    objectsLeft -= 1
    return objectsLeft > 0
  }

  var isSpent: Bool { objectsLeft <= 0 }
}
