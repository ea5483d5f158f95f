import Foundation
import GoldenNewsroom
import MomentumRuntime
import MomentumTestSupport

/// The keys of the objects of one of two newsrooms; the same index is the same object in both.
struct NewsroomKeys {
  var articles: [Article.ID] = []
  var files: [Attachment.ID] = []
  var categories: [GoldenNewsroom.Category.ID] = []
  var editors: [Editor.ID] = []
  var tags: [Tag.ID] = []
}

/// A change that is done to both newsrooms.
struct NewsroomChange {
  var name: String
  var apply: (any NewsroomStore, inout NewsroomKeys) async throws -> String
}

/// Draws changes.
struct NewsroomGenerator {
  var dice: SeededGenerator
  private var count = 0

  init(seed: UInt64) { dice = SeededGenerator(seed: seed) }

  /// The index of an object; also past the last one, which is a key that no object has.
  private mutating func index(_ count: Int) -> Int { dice.number(0..<max(1, count + 1)) }

  private mutating func key<Key: ObjectKey>(_ keys: [Key]) -> (
    NewsroomKeys, KeyPath<NewsroomKeys, [Key]>
  ) -> Key {
    let index = index(keys.count)
    return { keys, path in
      let list = keys[keyPath: path]
      return list.indices.contains(index) ? list[index] : Key(rawValue: 1_000_000)
    }
  }

  mutating func change(_ keys: NewsroomKeys) -> NewsroomChange {
    count += 1
    switch dice.number(0..<14) {
    case 0, 1: return newArticle(keys)
    case 2: return newArticles(keys)
    case 3: return newFile(keys)
    case 4: return newPeople(keys)
    case 5: return newTag()
    case 6: return updateArticle(keys)
    case 7: return updateMany()
    case 8: return deletion(keys)
    case 9: return deletionOfMany()
    case 10: return moveFiles(keys)
    case 11: return changeTags(keys)
    case 12: return changeRelated(keys)
    case _: return changeCategories(keys)
    }
  }

  // MARK: - Insertions

  private mutating func article(_ keys: NewsroomKeys) -> (NewsroomKeys) -> Article {
    let (author, section) = (key(keys.editors), key(keys.categories))
    let (hasAuthor, hasSection) = (dice.number(0..<3) > 0, dice.number(0..<3) > 0)
    // Some identifiers come twice, which the model forbids.
    let number = dice.number(0..<12) == 0 ? 1 : count * 100 + dice.number(0..<100)
    let (views, isPinned) = (Int32(dice.number(0..<50)), dice.number(0..<2) == 0)
    let body = dice.one(of: [nil, "", "tea", "Tea é", "x' OR 1=1 --"]) ?? nil
    let layout = dice.number(0..<3) == 0 ? PageLayout(columns: 2, margin: 0.5) : nil
    return { keys in
      let id = author(keys, \.editors)
      return Article(
        body: body, creationDate: Date(timeIntervalSinceReferenceDate: Double(number)),
        identifier: uuid(number), isPinned: isPinned, layout: layout, name: "a\(number % 40)",
        views: views, author: hasAuthor ? Contributor.ID(rawValue: id.rawValue) : nil,
        category: hasSection ? section(keys, \.categories) : nil)
    }
  }

  private mutating func newArticle(_ keys: NewsroomKeys) -> NewsroomChange {
    let make = article(keys)
    return NewsroomChange(name: "new article") { store, keys in
      keys.articles.append(try await store.put(make(keys)).objectID)
      return ""
    }
  }

  private mutating func newArticles(_ keys: NewsroomKeys) -> NewsroomChange {
    var makers: [(NewsroomKeys) -> Article] = []
    for _ in 0..<dice.number(0..<5) {
      makers.append(article(keys))
      count += 1
    }
    let all = makers
    return NewsroomChange(name: "\(all.count) new articles") { store, keys in
      let known = keys
      keys.articles += try await store.put(all: all.map { $0(known) })
      return ""
    }
  }

  private mutating func newFile(_ keys: NewsroomKeys) -> NewsroomChange {
    let (article, hasArticle) = (key(keys.articles), dice.number(0..<4) > 0)
    let size = Int64(dice.number(0..<9))
    let number = dice.number(1..<4)
    return NewsroomChange(name: "\(number) new files") { store, keys in
      let owner = hasArticle ? article(keys, \.articles) : nil
      let files = (0..<number).map {
        Attachment(extension: "f\($0)", payload: Data([7]), size: size, article: owner)
      }
      keys.files += try await store.put(all: files)
      return ""
    }
  }

  private mutating func newPeople(_ keys: NewsroomKeys) -> NewsroomChange {
    let (desk, parent) = (key(keys.categories), key(keys.categories))
    let (level, number) = (Int16(dice.number(0..<9)), count)
    let isNested = dice.number(0..<2) == 0
    guard dice.number(0..<2) == 0 else {
      return NewsroomChange(name: "new category") { store, keys in
        let section = GoldenNewsroom.Category(
          name: "c\(number)",
          parent: isNested && !keys.categories.isEmpty ? parent(keys, \.categories) : nil)
        keys.categories.append(try await store.put(section).objectID)
        return ""
      }
    }
    return NewsroomChange(name: "new editor") { store, keys in
      let editor = Editor(
        name: "e\(number)", feePerWord: Decimal(level) / 4, level: level,
        desk: isNested && !keys.categories.isEmpty ? desk(keys, \.categories) : nil)
      keys.editors.append(try await store.put(editor).objectID)
      return ""
    }
  }

  private mutating func newTag() -> NewsroomChange {
    let name = "t\(dice.number(0..<30))"
    return NewsroomChange(name: "new tag \(name)") { store, keys in
      keys.tags.append(try await store.put(Tag(name: name)).objectID)
      return ""
    }
  }

  // MARK: - Changes of values

  private mutating func updateArticle(_ keys: NewsroomKeys) -> NewsroomChange {
    let (make, old) = (article(keys), key(keys.articles))
    return NewsroomChange(name: "update") { store, keys in
      var value = make(keys)
      value.objectID = old(keys, \.articles)
      try await store.set(value)
      return ""
    }
  }

  private mutating func updateMany() -> NewsroomChange {
    let (low, count) = (Int32(dice.number(0..<50)), Int32(dice.number(0..<9)))
    return NewsroomChange(name: "update of views over \(low)") { store, _ in
      let fetch = Article.where { $0.views > low && $0.category.name != "c1" }
      return "\(try await store.set(fetch, [.set(\.views, count), .set(\.body, nil)]))"
    }
  }

  // MARK: - Deletions

  private mutating func deletion(_ keys: NewsroomKeys) -> NewsroomChange {
    let (article, section) = (key(keys.articles), key(keys.categories))
    let (editor, tag) = (key(keys.editors), key(keys.tags))
    let kind = dice.number(0..<4)
    return NewsroomChange(name: "deletion \(kind)") { store, keys in
      switch kind {
      case 0:
        let id = article(keys, \.articles)
        for value in try await store.get(Article.where(keys: [id])) { try await store.drop(value) }
      case 1:
        let id = section(keys, \.categories)
        try await store.drop(GoldenNewsroom.Category(objectID: id, name: ""))
      case 2: try await store.drop(Editor(objectID: editor(keys, \.editors), name: "", level: 0))
      case _: try await store.drop(Tag(objectID: tag(keys, \.tags), name: ""))
      }
      return ""
    }
  }

  private mutating func deletionOfMany() -> NewsroomChange {
    let name = "a\(dice.number(0..<40))"
    return NewsroomChange(name: "deletion of articles \(name)") { store, _ in
      "\(try await store.drop(Article.where { $0.name == name }))"
    }
  }

  // MARK: - To-many relationships

  private mutating func moveFiles(_ keys: NewsroomKeys) -> NewsroomChange {
    let article = key(keys.articles)
    let files = dice.some(of: Array(keys.files.indices))
    let kind = dice.one(of: ToManyChange.allCases) ?? .add
    return NewsroomChange(name: "\(kind) files \(files)") { store, keys in
      let owner = Article(
        objectID: article(keys, \.articles), creationDate: Date(), identifier: UUID(), name: "")
      try await store.change(kind, files.map { keys.files[$0] }, { $0.attachments }, owner)
      return ""
    }
  }

  private mutating func changeTags(_ keys: NewsroomKeys) -> NewsroomChange {
    let (article, tag) = (key(keys.articles), key(keys.tags))
    let tags = dice.some(of: Array(keys.tags.indices))
    let articles = dice.some(of: Array(keys.articles.indices))
    let fromArticle = dice.number(0..<2) == 0
    let kind = dice.one(of: ToManyChange.allCases.filter { !fromArticle || $0 != .insert }) ?? .add
    return NewsroomChange(name: "\(kind) tags \(fromArticle) \(tags) \(articles)") { store, keys in
      if fromArticle {
        let owner = Article(
          objectID: article(keys, \.articles), creationDate: Date(), identifier: UUID(), name: "")
        try await store.change(kind, tags.map { keys.tags[$0] }, { $0.tags }, owner)
      } else {
        let owner = Tag(objectID: tag(keys, \.tags), name: "")
        try await store.change(kind, articles.map { keys.articles[$0] }, { $0.articles }, owner)
      }
      return ""
    }
  }

  private mutating func changeRelated(_ keys: NewsroomKeys) -> NewsroomChange {
    let article = key(keys.articles)
    let others = dice.some(of: Array(keys.articles.indices))
    let kind = dice.one(of: [ToManyChange.add, .remove, .replace]) ?? .add
    return NewsroomChange(name: "\(kind) related \(others)") { store, keys in
      let owner = Article(
        objectID: article(keys, \.articles), creationDate: Date(), identifier: UUID(), name: "")
      try await store.change(kind, others.map { keys.articles[$0] }, { $0.related }, owner)
      return ""
    }
  }

  private mutating func changeCategories(_ keys: NewsroomKeys) -> NewsroomChange {
    let section = key(keys.categories)
    let articles = dice.some(of: Array(keys.articles.indices))
    let kind = dice.one(of: [ToManyChange.add, .remove, .replace]) ?? .add
    return NewsroomChange(name: "\(kind) articles of a category") { store, keys in
      let owner = GoldenNewsroom.Category(objectID: section(keys, \.categories), name: "")
      try await store.change(kind, articles.map { keys.articles[$0] }, { $0.articles }, owner)
      return ""
    }
  }
}

private func uuid(_ number: Int) -> UUID {
  UUID(uuidString: String(format: "00000000-0000-0000-0000-%012d", number)) ?? UUID()
}

extension NewsroomStore {
  /// Everything in the newsroom, with indexes in place of keys.
  func picture(_ keys: NewsroomKeys) async throws -> [String] {
    func index<Key: ObjectKey>(_ key: Key?, _ all: [Key]) -> String {
      key.map { key in all.firstIndex(of: key).map(String.init) ?? "?" } ?? "-"
    }
    var lines: [String] = []
    let articles = try await get(Article.all)
    let (files, tags) = (
      try await ends({ $0.attachments }, articles), try await ends({ $0.tags }, articles)
    )
    let related = try await ends({ $0.related }, articles)
    for value in articles {
      let author = value.author.map { Editor.ID(rawValue: $0.rawValue) }
      lines.append(
        "article \(index(value.objectID, keys.articles)) \(value.name) \(value.identifier) "
          + "\(value.body ?? "nil") \(value.views) \(value.isPinned) \(value.creationDate) "
          + "\(String(describing: value.layout)) by \(index(author, keys.editors)) "
          + "in \(index(value.category, keys.categories)) "
          + "files \(files[value].map { index($0.objectID, keys.files) }) "
          + "tags \(tags[value].map { index($0.objectID, keys.tags) }.sorted()) "
          + "related \(related[value].map { index($0.objectID, keys.articles) }.sorted())")
    }
    for value in try await get(Attachment.all) {
      lines.append(
        "file \(index(value.objectID, keys.files)) \(value.size) \(value.extension ?? "") "
          + "of \(index(value.article, keys.articles)) \(value.payload?.count ?? -1)")
    }
    let sections = try await get(GoldenNewsroom.Category.all)
    let children = try await ends({ $0.children }, sections)
    for value in sections {
      lines.append(
        "category \(index(value.objectID, keys.categories)) \(value.name) "
          + "under \(index(value.parent, keys.categories)) "
          + "over \(children[value].map { index($0.objectID, keys.categories) }.sorted())")
    }
    let known = Set(sections.map(\.objectID))
    for value in try await get(Editor.all) {
      // A relationship without inverse: the store keeps the key of a deleted object, the server does
      // not.
      let desk = value.desk.flatMap { known.contains($0) ? $0 : nil }
      lines.append(
        "editor \(index(value.objectID, keys.editors)) \(value.name) \(value.level) "
          + "\(String(describing: value.feePerWord)) at \(index(desk, keys.categories))")
    }
    let all = try await get(Tag.all)
    let tagged = try await ends({ $0.articles }, all)
    for value in all {
      lines.append(
        "tag \(index(value.objectID, keys.tags)) \(value.name) "
          + "of \(tagged[value].map { index($0.objectID, keys.articles) })")
    }
    return lines.sorted()
  }
}
