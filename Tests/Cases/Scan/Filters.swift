import CoreData
import SwiftUI

/// Predicates that other files use.
enum Filters {
  static let popular = NSPredicate(format: "views > 1000")
  static let unread = NSPredicate(format: "isUnread == YES")  // expect: predicate.unknown-key
  static let big = NSPredicate(format: "#size > 100000")
  static let nothing = NSPredicate(format: "unusedKey == 1")  // expect: scan.key-in-no-entity
  static let order = [NSSortDescriptor(key: "dateOfCreation", ascending: false)]  // expect: scan.unknown-key

  static func tagged(_ name: String) -> NSPredicate {
    NSPredicate(format: "ANY tags.name == %@", name)
  }

  static func written(by name: String) -> NSPredicate {
    NSPredicate(format: "writer.name == %@", name)  // expect: predicate.unknown-key
  }
}

extension NSPredicate {
  static var drafts: NSPredicate { NSPredicate(format: "draft == YES") }
  static var finals: NSPredicate { NSPredicate(format: "final == YES") }  // expect: predicate.unknown-key
}

final class FilterUser {
  var request = NSFetchRequest<Article>(entityName: "Article")
  let attachments: NSFetchRequest<Attachment> = Attachment.fetchRequest()

  func apply(_ context: NSManagedObjectContext) {
    request.predicate = Filters.popular
    request.predicate = Filters.unread
    request.predicate = NSCompoundPredicate(orPredicateWithSubpredicates: [Filters.tagged("a"), Filters.written(by: "b")])
    request.sortDescriptors = Filters.order
    attachments.predicate = Filters.big
    self.request.predicate = .drafts
    self.request.predicate = .finals
    let local = Article.fetchRequest()
    local.predicate = NSPredicate(format: "name == %@ AND kind == 2", "x")  // expect: predicate.unknown-key
  }
}

struct ArticleList: View {
  @FetchRequest(
    entity: Article.entity(),
    sortDescriptors: [NSSortDescriptor(keyPath: \Article.name, ascending: true)],
    predicate: NSPredicate(format: "isPinned == YES"))
  var pinned: FetchedResults<Article>

  @FetchRequest(sortDescriptors: [NSSortDescriptor(key: "creationDate", ascending: false)], predicate: NSPredicate(format: "draft != YES"))
  private var recent: FetchedResults<Article>

  @FetchRequest(sortDescriptors: [SortDescriptor(\.name), SortDescriptor(\.views, order: .reverse)])
  private var sorted: FetchedResults<Article>

  @FetchRequest(sortDescriptors: [NSSortDescriptor(key: "created", ascending: false)])  // expect: scan.unknown-key
  private var wrong: FetchedResults<Article>

  @FetchRequest(entity: Tag.entity(), sortDescriptors: [], predicate: NSPredicate(format: "label BEGINSWITH 'a'"))  // expect: predicate.unknown-key
  private var tags: FetchedResults<Tag>

  @SectionedFetchRequest<String, Contributor>(
    sectionIdentifier: \.name, sortDescriptors: [SortDescriptor(\.name)],
    predicate: NSPredicate(format: "email ENDSWITH %@", "org"))
  private var people: SectionedFetchResults<String, Contributor>

  @State private var text = ""
  @FetchRequest private var found: FetchedResults<Contributor>

  init(name: String) {
    _found = FetchRequest<Contributor>(
      sortDescriptors: [SortDescriptor(\.name)], predicate: NSPredicate(format: "name CONTAINS[cd] %@", name))
    _found = FetchRequest(
      entity: Contributor.entity(), sortDescriptors: [],
      predicate: NSPredicate(format: "nickname CONTAINS[cd] %@", name))  // expect: predicate.unknown-key
  }

  var body: some View {
    List(recent) { article in
      Text(article.name)
    }
    .onChange(of: text) { value in
      recent.nsPredicate = value.isEmpty ? nil : NSPredicate(format: "name CONTAINS[c] %@", value)
      recent.nsSortDescriptors = [NSSortDescriptor(key: "nam", ascending: true)]  // expect: scan.unknown-key
      found.nsPredicate = NSPredicate(format: "feePerWord > 1 AND rank == 3")  // expect: predicate.unknown-key
    }
  }
}
