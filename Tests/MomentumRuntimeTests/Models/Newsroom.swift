import Foundation
import MomentumRuntime

// Written by hand after what is generated for the model.

enum Newsroom: StoredModel {
  static let model = TestModel.read("Newsroom")
}

struct Article: StoredEntity, Hashable, Identifiable {
  typealias Model = Newsroom

  struct ID: ObjectKey { var rawValue: Int64 }

  static let entityName = "Article"
  static let storedProperties = [
    "body",
    "layout.columns",
    "creationDate",
    "draft",
    "identifier",
    "isPinned",
    "layout.margin",
    "name",
    "protocol",
    "layout.theme",
    "url",
    "views",
    "author",
    "category",
  ]

  var objectID = ID.unsaved
  var body: String?
  var categoryName: String?
  var layoutColumns: Int16?
  var creationDate: Date = Date(timeIntervalSinceReferenceDate: 0)
  var draft: Bool?
  var identifier: UUID = UUID()
  var isPinned: Bool = false
  var layoutMargin: Double?
  var name: String = ""
  var `protocol`: String?
  var layoutTheme: String?
  var url: URL?
  var views: Int32 = 0
  var author: Contributor.ID?
  var category: Category.ID?

  var id: ID { objectID }

  init() {}

  init(row: Row) throws(RowError) {
    objectID = try row.key(1)
    body = try row.stringIfPresent(3)
    categoryName = try row.stringIfPresent(4)
    layoutColumns = try row.int16IfPresent(5)
    creationDate = try row.date(6)
    draft = try row.boolIfPresent(7)
    identifier = try row.uuid(8)
    isPinned = try row.bool(9)
    layoutMargin = try row.doubleIfPresent(10)
    name = try row.string(12)
    `protocol` = try row.stringIfPresent(13)
    layoutTheme = try row.stringIfPresent(16)
    url = try row.urlIfPresent(17)
    views = try row.int32(18)
    author = try row.keyIfPresent(19)
    category = try row.keyIfPresent(21)
  }

  func encode(into row: inout RowEncoder) {
    row.append(body)
    row.append(layoutColumns)
    row.append(creationDate)
    row.append(draft)
    row.append(identifier)
    row.append(isPinned)
    row.append(layoutMargin)
    row.append(name)
    row.append(`protocol`)
    row.append(layoutTheme)
    row.append(url)
    row.append(views)
    row.append(author)
    row.append(category)
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath

    init(_ path: PropertyPath) { self.path = path }

    var objectID: AttributePath<ID> { AttributePath(object: path) }
    var body: AttributePath<String?> { AttributePath(path, "body") }
    var categoryName: AttributePath<String?> { AttributePath(path, "categoryName") }
    var creationDate: AttributePath<Date> { AttributePath(path, "creationDate") }
    var draft: AttributePath<Bool?> { AttributePath(path, "draft") }
    var identifier: AttributePath<UUID> { AttributePath(path, "identifier") }
    var isPinned: AttributePath<Bool> { AttributePath(path, "isPinned") }
    var name: AttributePath<String> { AttributePath(path, "name") }
    var `protocol`: AttributePath<String?> { AttributePath(path, "protocol") }
    var url: AttributePath<URL?> { AttributePath(path, "url") }
    var views: AttributePath<Int32> { AttributePath(path, "views") }
    var layout: PageLayout.Paths { PageLayout.Paths(path.appending("layout")) }
    var author: ToOnePath<Contributor> { ToOnePath(path, "author") }
    var category: ToOnePath<Category> { ToOnePath(path, "category") }
    var attachments: ToManyPath<Attachment> { ToManyPath(path, "attachments") }
    var related: ToManyPath<Article> { ToManyPath(path, "related") }
    var tags: ToManyPath<NewsTag> { ToManyPath(path, "tags") }
  }
}

enum PageLayout {
  struct Paths: Sendable {
    private let path: PropertyPath

    init(_ path: PropertyPath) { self.path = path }

    var columns: AttributePath<Int16?> { AttributePath(path, "columns") }
    var margin: AttributePath<Double?> { AttributePath(path, "margin") }
    var theme: AttributePath<String?> { AttributePath(path, "theme") }
  }
}

struct Attachment: StoredEntity, Hashable, Identifiable {
  typealias Model = Newsroom

  struct ID: ObjectKey { var rawValue: Int64 }

  static let entityName = "Attachment"
  static let storedProperties = [
    "checksum",
    "extension",
    "isDownloaded",
    "payload",
    "size",
    "article",
  ]

  var objectID = ID.unsaved
  var checksum: Data?
  var `extension`: String?
  var isDownloaded: Bool = false
  var payload: Data?
  var size: Int64 = 0
  var article: Article.ID?

  var id: ID { objectID }

  init() {}

  init(row: Row) throws(RowError) {
    objectID = try row.key(1)
    checksum = try row.dataIfPresent(3)
    `extension` = try row.stringIfPresent(4)
    isDownloaded = try row.bool(5)
    payload = try row.externalDataIfPresent(6)
    size = try row.int64(7)
    article = try row.keyIfPresent(8)
  }

  func encode(into row: inout RowEncoder) {
    row.append(checksum)
    row.append(`extension`)
    row.append(isDownloaded)
    row.append(external: payload)
    row.append(size)
    row.append(article)
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath

    init(_ path: PropertyPath) { self.path = path }

    var objectID: AttributePath<ID> { AttributePath(object: path) }
    var checksum: AttributePath<Data?> { AttributePath(path, "checksum") }
    var `extension`: AttributePath<String?> { AttributePath(path, "extension") }
    var isDownloaded: AttributePath<Bool> { AttributePath(path, "isDownloaded") }
    var payload: AttributePath<Data?> { AttributePath(path, "payload") }
    var size: AttributePath<Int64> { AttributePath(path, "size") }
    var article: ToOnePath<Article> { ToOnePath(path, "article") }
  }
}

struct Category: StoredEntity, Hashable, Identifiable {
  typealias Model = Newsroom

  struct ID: ObjectKey { var rawValue: Int64 }

  static let entityName = "Category"
  static let storedProperties = [
    "name",
    "parent",
  ]

  var objectID = ID.unsaved
  var articleCount: Int32?
  var name: String = ""
  var parent: Category.ID?

  var id: ID { objectID }

  init() {}

  init(row: Row) throws(RowError) {
    objectID = try row.key(1)
    articleCount = try row.int32IfPresent(3)
    name = try row.string(4)
    parent = try row.keyIfPresent(5)
  }

  func encode(into row: inout RowEncoder) {
    row.append(name)
    row.append(parent)
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath

    init(_ path: PropertyPath) { self.path = path }

    var objectID: AttributePath<ID> { AttributePath(object: path) }
    var articleCount: AttributePath<Int32?> { AttributePath(path, "articleCount") }
    var name: AttributePath<String> { AttributePath(path, "name") }
    var parent: ToOnePath<Category> { ToOnePath(path, "parent") }
    var articles: ToManyPath<Article> { ToManyPath(path, "articles") }
    var children: ToManyPath<Category> { ToManyPath(path, "children") }
  }
}

struct NewsPerson: StoredEntity, Hashable, Identifiable {
  typealias Model = Newsroom

  struct ID: ObjectKey { var rawValue: Int64 }

  static let entityName = "Person"
  static let storedProperties = [
    "email",
    "name",
  ]

  var objectID = ID.unsaved
  var email: String?
  var name: String = ""

  var id: ID { objectID }

  init() {}

  init(row: Row) throws(RowError) {
    objectID = try row.key(1)
    email = try row.stringIfPresent(3)
    name = try row.string(4)
  }

  func encode(into row: inout RowEncoder) {
    row.append(email)
    row.append(name)
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath

    init(_ path: PropertyPath) { self.path = path }

    var objectID: AttributePath<ID> { AttributePath(object: path) }
    var email: AttributePath<String?> { AttributePath(path, "email") }
    var name: AttributePath<String> { AttributePath(path, "name") }
  }
}

struct Contributor: StoredEntity, Hashable, Identifiable {
  typealias Model = Newsroom

  typealias ID = NewsPerson.ID

  static let entityName = "Contributor"
  static let storedProperties = [
    "email",
    "feePerWord",
    "name",
  ]

  var objectID = ID.unsaved
  var email: String?
  var feePerWord: Decimal?
  var name: String = ""

  var id: ID { objectID }

  init() {}

  init(row: Row) throws(RowError) {
    objectID = try row.key(1)
    email = try row.stringIfPresent(3)
    feePerWord = try row.decimalIfPresent(4)
    name = try row.string(5)
  }

  func encode(into row: inout RowEncoder) {
    row.append(email)
    row.append(feePerWord)
    row.append(name)
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath

    init(_ path: PropertyPath) { self.path = path }

    var objectID: AttributePath<ID> { AttributePath(object: path) }
    var email: AttributePath<String?> { AttributePath(path, "email") }
    var feePerWord: AttributePath<Decimal?> { AttributePath(path, "feePerWord") }
    var name: AttributePath<String> { AttributePath(path, "name") }
    var articles: ToManyPath<Article> { ToManyPath(path, "articles") }
  }
}

struct Editor: StoredEntity, Hashable, Identifiable {
  typealias Model = Newsroom

  typealias ID = NewsPerson.ID

  static let entityName = "Editor"
  static let storedProperties = [
    "email",
    "feePerWord",
    "level",
    "name",
    "since",
    "desk",
  ]

  var objectID = ID.unsaved
  var email: String?
  var feePerWord: Decimal?
  var level: Int16 = 0
  var name: String = ""
  var since: Date?
  var desk: Category.ID?

  var id: ID { objectID }

  init() {}

  init(row: Row) throws(RowError) {
    objectID = try row.key(1)
    email = try row.stringIfPresent(3)
    feePerWord = try row.decimalIfPresent(4)
    level = try row.int16(5)
    name = try row.string(6)
    since = try row.dateIfPresent(7)
    desk = try row.keyIfPresent(8)
  }

  func encode(into row: inout RowEncoder) {
    row.append(email)
    row.append(feePerWord)
    row.append(level)
    row.append(name)
    row.append(since)
    row.append(desk)
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath

    init(_ path: PropertyPath) { self.path = path }

    var objectID: AttributePath<ID> { AttributePath(object: path) }
    var email: AttributePath<String?> { AttributePath(path, "email") }
    var feePerWord: AttributePath<Decimal?> { AttributePath(path, "feePerWord") }
    var level: AttributePath<Int16> { AttributePath(path, "level") }
    var name: AttributePath<String> { AttributePath(path, "name") }
    var since: AttributePath<Date?> { AttributePath(path, "since") }
    var desk: ToOnePath<Category> { ToOnePath(path, "desk") }
    var articles: ToManyPath<Article> { ToManyPath(path, "articles") }
  }
}

struct NewsTag: StoredEntity, Hashable, Identifiable {
  typealias Model = Newsroom

  struct ID: ObjectKey { var rawValue: Int64 }

  static let entityName = "Tag"
  static let storedProperties = [
    "name"
  ]

  var objectID = ID.unsaved
  var name: String = ""

  var id: ID { objectID }

  init() {}

  init(row: Row) throws(RowError) {
    objectID = try row.key(1)
    name = try row.string(3)
  }

  func encode(into row: inout RowEncoder) {
    row.append(name)
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath

    init(_ path: PropertyPath) { self.path = path }

    var objectID: AttributePath<ID> { AttributePath(object: path) }
    var name: AttributePath<String> { AttributePath(path, "name") }
    var articles: ToManyPath<Article> { ToManyPath(path, "articles") }
  }
}
