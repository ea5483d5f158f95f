import Foundation
import GoldenNewsroomObjects
import MomentumModel
import MomentumTestSupport
import Testing

@testable import MomentumObjects

// Testing has types of the same names.
private typealias Attachment = GoldenNewsroomObjects.Attachment
private typealias Category = GoldenNewsroomObjects.Category
private typealias Tag = GoldenNewsroomObjects.Tag

/// The classes that `momentum generate --target objects` writes, as a program uses them.
@Suite struct GeneratedClassTests {
  private struct Newsroom {
    let container: ObjectContainer
    var context: ObjectContext { container.viewContext }

    static func run(
      classes: ObjectClasses = .newsroom, _ body: (Newsroom) throws -> Void
    ) throws {
      ValueTransformers.register(
        "NSSecureUnarchiveFromDataTransformer",
        encode: { (list: [String]) in Array(list.joined(separator: "\n").utf8) },
        decode: { String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init) })
      try RepositoryFiles.withTemporaryFolder { folder in
        let container = try ObjectContainer(
          model: RepositoryFiles.url("Models/Newsroom.xcdatamodeld").path, classes: classes)
        container.descriptions = [StoreDescription(.sqlite(folder.path + "/news.sqlite"))]
        try container.openStores()
        try body(Newsroom(container: container))
        container.close()
      }
    }

    func article(_ name: String, views: Int32 = 0) throws -> Article {
      let article = try context.insert(Article.self)
      article.identifier = UUID()
      article.creationDate = Date(timeIntervalSinceReferenceDate: 1000)
      article.name = name
      article.views = views
      return article
    }

    func tag(_ name: String) throws -> Tag {
      let tag = try context.insert(Tag.self)
      tag.name = name
      return tag
    }
  }

  @Test func attributesKeepTheirTypesThroughASave() throws {
    try Newsroom.run { newsroom in
      let article = try newsroom.article("Tea", views: 7)
      let id = UUID()
      article.identifier = id
      article.isPinned = true
      article.draft = false
      article.url = URL(string: "https://example.org/?a=1")
      article.tagList = ["green", "black"]
      article.layout = ["columns": .integer(2), "theme": .string("dark")]
      let file = try newsroom.context.insert(Attachment.self)
      file.payload = Data([1, 2, 3])
      file.size = 1 << 40
      file.article = article
      let editor = try newsroom.context.insert(Editor.self)
      editor.name = "Ann"
      editor.level = 3
      editor.feePerWord = Decimal(string: "0.25")
      try newsroom.context.save()

      let other = newsroom.container.newBackgroundContext()
      try other.performAndWait {
        let articles: [Article] = try other.fetch(Article.fetchRequest())
        let read = try #require(articles.first)
        #expect(read.name == "Tea" && read.views == 7 && read.isPinned && read.draft == false)
        #expect(read.identifier == id)
        #expect(read.creationDate == Date(timeIntervalSinceReferenceDate: 1000))
        #expect(read.url?.absoluteString == "https://example.org/?a=1")
        #expect(read.tagList == ["green", "black"])
        #expect(read.layout == ["columns": .integer(2), "theme": .string("dark")])
        #expect(read.body == nil)
        #expect(read.attachments.map(\.size) == [1 << 40])
        #expect(read.attachments.first?.payload == Data([1, 2, 3]))
        let editors: [Editor] = try other.fetch(Editor.fetchRequest())
        #expect(editors.map(\.level) == [3])
        #expect(editors.first?.feePerWord == Decimal(string: "0.25"))
      }
    }
  }

  @Test("OG-905: a scalar without a value reads as zero, other properties as nil")
  func missingValues() throws {
    try Newsroom.run { newsroom in
      let article = try newsroom.article("Tea")
      try article.setValue(.null, forKey: "views")
      try article.setValue(.null, forKey: "isPinned")
      #expect(article.views == 0 && !article.isPinned)
      article.name = nil
      #expect(article.name == nil && article.author == nil && article.attachments == [])
      article.layout = nil
      article.tagList = nil
      #expect(article.layout == nil && article.tagList == nil)
    }
  }

  @Test("OG-904: a number outside the range of its attribute is cut to its low bits")
  func largeNumber() throws {
    try Newsroom.run { newsroom in
      let article = try newsroom.article("Tea")
      try article.setValue(.integer(1 << 32 + 5), forKey: "views")
      #expect(article.views == Int32(truncatingIfNeeded: Int64(1) << 32 + 5))
    }
  }

  @Test("OG-402: accessors of relationships keep both sides") func relationships() throws {
    try Newsroom.run { newsroom in
      let article = try newsroom.article("Tea")
      let author = try newsroom.context.insert(Contributor.self)
      article.author = author
      #expect(author.articles == [article])
      author.articles = []
      #expect(article.author == nil)
      let other = try newsroom.article("Coffee")
      author.addToArticles([article, other])
      author.removeFromArticles(article)
      #expect(author.articles == [other] && article.author == nil && other.author === author)
      let tags = [try newsroom.tag("a"), try newsroom.tag("b")]
      article.addToTags(Set(tags))
      #expect(tags.allSatisfy { $0.articles == [article] })
      article.removeFromTags(tags[0])
      #expect(article.tags == [tags[1]] && tags[0].articles.isEmpty)
      article.removeFromTags([tags[1]])
      #expect(article.tags.isEmpty)
      let desk = try newsroom.context.insert(Category.self)
      let editor = try newsroom.context.insert(Editor.self)
      editor.desk = desk
      editor.addToArticles(article)
      #expect(editor.desk === desk && article.author === editor, "an inherited relationship")
    }
  }

  @Test func orderedRelationshipsHaveFunctionsForPlaces() throws {
    try Newsroom.run { newsroom in
      let article = try newsroom.article("Tea")
      let files = try (0..<5).map { number in
        let file = try newsroom.context.insert(Attachment.self)
        file.size = Int64(number)
        return file
      }
      func sizes() -> [Int64] { article.attachments.map(\.size) }
      article.addToAttachments(files[0])
      article.addToAttachments([files[1]])
      article.insertIntoAttachments(files[2], at: 0)
      #expect(sizes() == [2, 0, 1])
      article.insertIntoAttachments([files[3], files[4]], at: IndexSet([1, 3]))
      #expect(sizes() == [2, 3, 0, 4, 1])
      article.removeFromAttachments(at: IndexSet([0, 2]))
      #expect(sizes() == [3, 4, 1])
      article.replaceAttachments(at: 1, with: files[0])
      #expect(sizes() == [3, 0, 1] && files[4].article == nil)
      article.replaceAttachments(at: IndexSet([0, 2]), with: [files[4], files[2]])
      #expect(sizes() == [4, 0, 2])
      article.removeFromAttachments(at: 2)
      article.removeFromAttachments(files[0])
      article.removeFromAttachments([files[4]])
      #expect(sizes() == [])
      article.attachments = [files[1], files[0]]
      try newsroom.context.save()
      newsroom.context.refreshAllObjects()
      #expect(sizes() == [1, 0])
    }
  }

  @Test("OG-912, OG-916: derived attributes and fetched properties are read")
  func computedProperties() throws {
    try Newsroom.run { newsroom in
      let desk = try newsroom.context.insert(Category.self)
      desk.name = "Food"
      let article = try newsroom.article("Tea")
      let other = try newsroom.article("Cake", views: 2000)
      article.category = desk
      other.category = desk
      try newsroom.context.save()
      newsroom.context.refreshAllObjects()
      #expect(article.categoryName == "Food" && article.searchName == "tea")
      #expect(desk.articleCount == 2)
      #expect(article.popularSiblings == [other])
    }
  }

  @Test("OG-915: requests name the entity of their class, also for sub-entities")
  func requestFactories() {
    #expect(Article.fetchRequest().entityName == "Article")
    #expect(Editor.fetchRequest().entityName == "Editor")
    #expect(Contributor.fetchRequest().entityName == "Contributor")
  }

  @Test("SR-74: stored requests are functions of their variables") func storedRequests() throws {
    try Newsroom.run { newsroom in
      let context = newsroom.context
      let tea = try newsroom.article("Green tea")
      tea.addToTags(try newsroom.tag("hot"))
      let cake = try newsroom.article("Cake")
      let file = try context.insert(Attachment.self)
      file.size = 2_000_000
      cake.addToAttachments(file)
      try context.save()
      let hot: [Article] = try context.fetch(Article.articlesWithTag(tag: "hot"))
      #expect(hot == [tea])
      let named: [Article] = try context.fetch(Article.named(names: ["Cake", "Pie"]))
      #expect(named == [cake])
      let big: [Attachment] = try context.fetch(Attachment.bigAttachments())
      #expect(big == [file])
      let latest = Article.latest(since: Date(timeIntervalSinceReferenceDate: 0), words: "TEA")
      #expect(latest.limit == 50 && latest.batchSize == 10)
      let found: [Article] = try context.fetch(latest)
      #expect(found == [tea])
      #expect(try context.count(Article.withoutAttachments()) == 1)

      let stored = try newsroom.container.coordinator.storedRequest(
        "latest",
        variables: [
          "SINCE": ObjectPredicate.Argument(Date(timeIntervalSinceReferenceDate: 0)),
          "WORDS": ObjectPredicate.Argument("TEA"),
        ])
      #expect(stored == latest, "the code says what the model says")
    }
  }

  @Test func aClassThatIsNotRegisteredIsAMistakeWithItsName() throws {
    try Newsroom.run(classes: ObjectClasses()) { newsroom in
      try newsroom.context.insert("Category")
      let error = #expect(throws: ObjectMisuse.self) {
        let _: [Category] = try newsroom.context.fetch(
          Category.fetchRequest())
      }
      #expect(error?.description.contains("Register 'Category' for the entity") == true)
    }
  }

  /// Classes with raw values, which the sample model does not have.
  private enum Mood: Int16, CaseIterable { case calm, busy }

  @Test func valuesAreReadAsOtherSwiftTypes() {
    #expect(AttributeValue.integer(1).swiftValue(as: Mood.self) == .busy)
    #expect(AttributeValue.integer(9).swiftValue(as: Mood.self) == nil)
    #expect(AttributeValue.double(0.1).swiftValue(as: Float.self) == 0.1)
    #expect(AttributeValue.integer(70_000).swiftValue(as: Int16.self) == 4464)
    #expect(AttributeValue.string("a").swiftValue(as: Int16.self) == nil)
    #expect(AttributeValue.uri("not a url\u{0}").swiftValue(as: Bool.self) == nil)
  }
}
