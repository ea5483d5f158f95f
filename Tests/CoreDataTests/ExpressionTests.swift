import CoreData
import Testing

/// CL-3: comparisons and expressions that a program makes without a format, as predicates of requests.
@Suite struct ExpressionTests {
  private typealias Comparison = NSComparisonPredicate

  private let pages = NSExpression(forKeyPath: "pages")

  private func titles(
    _ context: NSManagedObjectContext, _ predicate: NSPredicate
  ) throws -> [String] {
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    request.predicate = predicate
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return try context.fetch(request).compactMap(\.title)
  }

  private func constant(_ value: Any?) -> NSExpression { NSExpression(forConstantValue: value) }

  private func comparison(
    _ left: NSExpression, _ type: NSComparisonPredicate.Operator, _ right: NSExpression,
    _ options: NSComparisonPredicate.Options = [],
    _ modifier: NSComparisonPredicate.Modifier = .direct
  ) -> NSComparisonPredicate {
    NSComparisonPredicate(
      leftExpression: left, rightExpression: right, modifier: modifier, type: type,
      options: options)
  }

  @Test(arguments: [NSSQLiteStoreType, NSInMemoryStoreType])
  func comparisonsFindWhatTheySay(_ type: String) throws {
    let context = try Shop.filled(type)
    let title = NSExpression(forKeyPath: "title")
    let author = try #require(try context.fetch(NSFetchRequest<Author>(entityName: "Author")).first)
    let comparisons: [(Comparison, [String])] = [
      (comparison(pages, .greaterThan, constant(30)), ["Book 4", "Book 5"]),
      (comparison(pages, .greaterThanOrEqualTo, constant(50)), ["Book 5"]),
      (comparison(pages, .lessThan, constant(20)), ["Book 1"]),
      (comparison(pages, .lessThanOrEqualTo, constant(20)), ["Book 1", "Book 2"]),
      (comparison(title, .equalTo, constant("book 3"), [.caseInsensitive]), ["Book 3"]),
      (comparison(title, .equalTo, constant("book 3")), []),
      (comparison(pages, .notEqualTo, constant(10)), ["Book 2", "Book 3", "Book 4", "Book 5"]),
      (
        comparison(title, .beginsWith, constant("BOOK"), [.caseInsensitive]).self,
        [
          "Book 1", "Book 2", "Book 3", "Book 4", "Book 5",
        ]
      ),
      (comparison(title, .endsWith, constant("4")), ["Book 4"]),
      (comparison(title, .contains, constant("k 2")), ["Book 2"]),
      (comparison(title, .like, constant("*5")), ["Book 5"]),
      (comparison(title, .matches, constant(".*[12]")), ["Book 1", "Book 2"]),
      (comparison(pages, .in, constant([10, 50])), ["Book 1", "Book 5"]),
      (comparison(pages, .between, constant([20, 30])), ["Book 2", "Book 3"]),
      (
        comparison(
          NSExpression(forKeyPath: "author"), .equalTo, constant(author)),
        ["Book 1", "Book 2", "Book 3", "Book 4", "Book 5"]
      ),
      (
        comparison(
          NSExpression(forFunction: "multiply:by:", arguments: [pages, constant(2)]), .equalTo,
          constant(60)), ["Book 3"]
      ),
    ]
    for (predicate, expected) in comparisons {
      #expect(try titles(context, predicate) == expected, "\(predicate)")
      let books = try context.fetch(Book.fetchRequest())
      let found = books.filter { predicate.evaluate(with: $0) }.compactMap(\.title).sorted()
      #expect(found == expected, "\(predicate) in memory")
    }
  }

  @Test func aModifierComparesACollection() throws {
    let context = try Shop.filled()
    let request = NSFetchRequest<Author>(entityName: "Author")
    let path = NSExpression(forKeyPath: "books.pages")
    request.predicate = comparison(path, .equalTo, constant(30), [], .any)
    #expect(try context.count(for: request) == 1)
    request.predicate = comparison(path, .equalTo, constant(35), [], .any)
    #expect(try context.count(for: request) == 0)
    request.predicate = NSCompoundPredicate(
      notPredicateWithSubpredicate: comparison(path, .greaterThan, constant(50), [], .any))
    #expect(try context.count(for: request) == 1)
  }

  @Test func aFormatWithOneComparisonHasItsParts() throws {
    let predicate = try #require(
      NSPredicate(format: "ANY books.title BEGINSWITH[cd] %@", "b") as? Comparison)
    #expect(predicate.leftExpression.keyPath == "books.title")
    #expect(predicate.leftExpression.expressionType == .keyPath)
    #expect(predicate.rightExpression.constantValue as? String == "b")
    #expect(predicate.predicateOperatorType == .beginsWith)
    #expect(predicate.comparisonPredicateModifier == .any && predicate.customSelector == nil)
    #expect(predicate.options == [.caseInsensitive, .diacriticInsensitive])
    let same = comparison(
      NSExpression(forKeyPath: "books.title"), .beginsWith, constant("b"),
      [.caseInsensitive, .diacriticInsensitive], .any)
    #expect(predicate == same && predicate.hash == same.hash)
    #expect(same.predicateFormat == predicate.predicateFormat)
    #expect(!(NSPredicate(format: "a == 1 AND b == 2") is Comparison))
    #expect(NSComparisonPredicate(format: "a == 1").predicateOperatorType == .equalTo)
  }

  @Test func aSelectorAndABlockCompareInMemory() {
    let own = NSComparisonPredicate(
      leftExpression: NSExpression.expressionForEvaluatedObject(), rightExpression: constant("ab"),
      customSelector: Selector("hasPrefix:"))
    #expect(own.predicateOperatorType == .customSelector)
    #expect(own.customSelector == "hasPrefix:")
    let doubled = NSExpression(
      block: { object, arguments, _ in
        (object as? Int ?? 0) * (arguments[0] as? Int ?? 0)
      }, arguments: [constant(2)])
    #expect(doubled.expressionBlock(3, [2], nil) as? Int == 6)
    #expect(comparison(doubled, .equalTo, constant(8)).evaluate(with: 4))
    #expect(!comparison(doubled, .equalTo, constant(8)).evaluate(with: 5))
  }

  @Test func expressionsOfAllKindsHaveValuesAndParts() {
    let (one, two) = (constant([1, 2, 3]), constant([2, 3, 4]))
    func numbers(_ expression: NSExpression) -> [Int] {
      let value = expression.expressionValue(with: ["list": [1, 2, 3, 4]], context: nil)
      let list = (value as? NSSet)?.allObjects ?? value as? [Any] ?? []
      return list.compactMap { ($0 as? NSNumber)?.intValue }.sorted()
    }
    let union = NSExpression(forUnionSet: one, with: two)
    #expect(numbers(union) == [1, 2, 3, 4] && union.left == one && union.right == two)
    #expect(numbers(NSExpression(forIntersectSet: one, with: two)) == [2, 3])
    #expect(numbers(NSExpression(forMinusSet: one, with: two)) == [1])
    let list = NSExpression(forKeyPath: "list")
    let big = NSExpression(
      forSubquery: list, usingIteratorVariable: "x",
      predicate: NSPredicate(format: "$x > %d", 2))
    #expect(numbers(big) == [3, 4] && big.expressionType == .subquery && big.variable == "x")
    #expect(big.collection as? NSExpression == list)
    #expect(big.predicate == NSPredicate(format: "$x > 2"))
    let condition = NSExpression(
      forConditional: NSPredicate(format: "list.@count > 3"), trueExpression: one,
      falseExpression: two)
    #expect(numbers(condition) == [1, 2, 3] && condition.true == one && condition.false == two)
    let aggregate = NSExpression(forAggregate: [constant(1), constant(5)])
    #expect(numbers(aggregate) == [1, 5])
    #expect((aggregate.collection as? [NSExpression])?.count == 2)
    let upper = NSExpression(
      forFunction: constant("abc"), selectorName: "uppercaseString", arguments: nil)
    #expect(upper.expressionValue(with: nil, context: nil) as? String == "ABC")
    #expect(upper.operand.constantValue as? String == "abc")
    let variable = NSExpression(forVariable: "n")
    #expect(variable.variable == "n" && variable.expressionType == .variable)
    #expect(variable.expressionValue(with: nil, context: ["n": 7]) as? Int == 7)
    #expect(NSExpression.expressionForAnyKey().expressionType == .anyKey)
    #expect(
      NSExpression.expressionForEvaluatedObject().expressionValue(with: 3, context: nil)
        as? Int == 3)
    #expect(NSExpression(forFunction: "now", arguments: []).function == "now")
  }

  @Test func aFetchIsAValue() throws {
    let context = try Shop.filled()
    let inner = NSFetchRequest<Book>(entityName: "Book")
    inner.predicate = NSPredicate(format: "pages > 30")
    func fetch(_ countsOnly: Bool) -> NSExpression {
      NSFetchRequestExpression.expression(
        forFetch: constant(inner), context: constant(context), countOnly: countsOnly)
    }
    let found = try #require(fetch(false) as? NSFetchRequestExpression)
    #expect(found.requestExpression.constantValue as? NSFetchRequest<Book> === inner)
    #expect(found.contextExpression.constantValue as? NSManagedObjectContext === context)
    #expect(!found.isCountOnlyRequest)
    let values = found.expressionValue(with: nil, context: nil) as? [Any]
    #expect(values?.count == 2)
    #expect(fetch(true).expressionValue(with: nil, context: nil) as? Int == 2)
    let isFound = comparison(NSExpression.expressionForEvaluatedObject(), .in, found)
    #expect(try titles(context, isFound) == ["Book 4", "Book 5"])
    #expect(try titles(context, NSPredicate(format: "SELF IN %@", found)).count == 2)
    inner.resultType = .dictionaryResultType
    inner.propertiesToFetch = ["title"]
    #expect(
      try titles(context, comparison(NSExpression(forKeyPath: "title"), .in, fetch(false)))
        == ["Book 4", "Book 5"])
  }

  @Test func anExpressionReplacesItsPlaceholderOnly() throws {
    let context = try Shop.filled()
    let price = NSExpression(forKeyPath: "pages")
    let format = NSPredicate(format: "title != '100%%' AND %@ == %d AND title != '%@'", price, 20)
    #expect(try titles(context, format) == ["Book 2"])
    let sum = NSExpression(format: "%@ + %d", price, 5)
    #expect(sum.expressionValue(with: ["pages": 3], context: nil) as? Int == 8)
    let reserved = NSExpression(forKeyPath: "first.size")
    #expect(
      comparison(reserved, .equalTo, constant(3)).evaluate(with: ["first": ["size": 3]]))
  }

  /// Source: documented (`NSExpression.init(forKeyPath:)` of a Swift key path).
  @Test func aSwiftKeyPathIsTheNameOfItsProperty() throws {
    let expression = NSExpression(forKeyPath: \Book.pages)
    #expect(expression.expressionType == .keyPath && expression.keyPath == "pages")
    let context = try Shop.filled()
    #expect(try titles(context, comparison(expression, .greaterThan, constant(40))) == ["Book 5"])
  }

  /// The descriptor of a property that is not optional is Foundation's, the other one is ours.
  @Test func aRequestIsSortedBySwiftKeyPaths() throws {
    let context = try Shop.filled()
    let request = Book.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Book.pages, ascending: false)]
    #expect(try context.fetch(request).map(\.pages) == [50, 40, 30, 20, 10])
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Book.title, ascending: false)]
    #expect(try context.fetch(request).map(\.pages) == [50, 40, 30, 20, 10])
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Book.author?.name, ascending: true)]
    #expect(request.sortDescriptors?.map(\.key) == ["author.name"])
    #expect(try context.fetch(request).count == 5)
  }

  /// A request of one type is none of another on Linux, and adapted sources cast it by this function.
  @Test func aValueIsARequestOfAnotherTypeOrNone() throws {
    let context = try Shop.filled()
    let request = Book.fetchRequest()
    request.fetchLimit = 2
    let plain = try #require(NSFetchRequest<NSManagedObject>.typed(request as Any))
    #expect(try context.fetch(plain).count == 2)
    #expect(NSFetchRequest<Book>.typed(request) === request)
    #expect(NSFetchRequest<Book>.typed(NSBatchDeleteRequest(objectIDs: [])) == nil)
    #expect(NSFetchRequest<Book>.typed("Book") == nil)
  }
}
