import CoreData
import Foundation

/// Uses in which nothing is wrong.
enum RightUses {
  static func article(_ text: String, _ count: Int, _ date: Date, _ context: NSManagedObjectContext) throws {
    let request = NSFetchRequest<Article>(entityName: "Article")
    request.predicate = NSPredicate(format: "name == %@", text)
    request.predicate = NSPredicate(format: "name CONTAINS[cd] %@ OR name == nil", text)
    request.predicate = NSPredicate(format: "NOT (name BEGINSWITH %@) AND name != ''", text)
    request.predicate = NSPredicate(format: "%K LIKE[c] %@", "name", text)
    request.predicate = NSPredicate(format: "name IN %@", [text, "b"])
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    request.predicate = NSPredicate(format: "body == %@", text)
    request.predicate = NSPredicate(format: "body CONTAINS[cd] %@ OR body == nil", text)
    request.predicate = NSPredicate(format: "NOT (body BEGINSWITH %@) AND body != ''", text)
    request.predicate = NSPredicate(format: "%K LIKE[c] %@", "body", text)
    request.predicate = NSPredicate(format: "body IN %@", [text, "b"])
    request.sortDescriptors = [NSSortDescriptor(key: "body", ascending: true)]
    request.predicate = NSPredicate(format: "searchName == %@", text)
    request.predicate = NSPredicate(format: "searchName CONTAINS[cd] %@ OR searchName == nil", text)
    request.predicate = NSPredicate(format: "NOT (searchName BEGINSWITH %@) AND searchName != ''", text)
    request.predicate = NSPredicate(format: "%K LIKE[c] %@", "searchName", text)
    request.predicate = NSPredicate(format: "searchName IN %@", [text, "b"])
    request.sortDescriptors = [NSSortDescriptor(key: "searchName", ascending: true)]
    request.predicate = NSPredicate(format: "categoryName == %@", text)
    request.predicate = NSPredicate(format: "categoryName CONTAINS[cd] %@ OR categoryName == nil", text)
    request.predicate = NSPredicate(format: "NOT (categoryName BEGINSWITH %@) AND categoryName != ''", text)
    request.predicate = NSPredicate(format: "%K LIKE[c] %@", "categoryName", text)
    request.predicate = NSPredicate(format: "categoryName IN %@", [text, "b"])
    request.sortDescriptors = [NSSortDescriptor(key: "categoryName", ascending: true)]
    request.predicate = NSPredicate(format: "views > %ld AND views <= 10", count)
    request.predicate = NSPredicate(format: "views BETWEEN {1, 5}")
    request.predicate = NSPredicate(format: "views IN {1, 2, 3} OR views == %@", NSNumber(value: count))
    request.predicate = NSPredicate(format: "views + 1 >= %d", count)
    request.sortDescriptors = [NSSortDescriptor(key: "views", ascending: false)]
    request.predicate = NSPredicate(format: "isPinned == YES")
    request.predicate = NSPredicate(format: "isPinned == %@", NSNumber(value: true))
    request.predicate = NSPredicate(format: "isPinned != true")
    request.sortDescriptors = [NSSortDescriptor(key: "isPinned", ascending: false)]
    request.predicate = NSPredicate(format: "draft == YES")
    request.predicate = NSPredicate(format: "draft == %@", NSNumber(value: true))
    request.predicate = NSPredicate(format: "draft != true")
    request.sortDescriptors = [NSSortDescriptor(key: "draft", ascending: false)]
    request.predicate = NSPredicate(format: "creationDate >= %@", date as NSDate)
    request.predicate = NSPredicate(format: "creationDate < %@ OR creationDate == nil", date as CVarArg)
    request.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
    request.predicate = NSPredicate(format: "modifiedAt >= %@", date as NSDate)
    request.predicate = NSPredicate(format: "modifiedAt < %@ OR modifiedAt == nil", date as CVarArg)
    request.sortDescriptors = [NSSortDescriptor(key: "modifiedAt", ascending: false)]
    request.predicate = NSPredicate(format: "author.name == %@", text)
    request.predicate = NSPredicate(format: "author.name CONTAINS[cd] %@ OR author.name == nil", text)
    request.predicate = NSPredicate(format: "NOT (author.name BEGINSWITH %@) AND author.name != ''", text)
    request.predicate = NSPredicate(format: "%K LIKE[c] %@", "author.name", text)
    request.predicate = NSPredicate(format: "author.name IN %@", [text, "b"])
    request.sortDescriptors = [NSSortDescriptor(key: "author.name", ascending: false)]
    request.predicate = NSPredicate(format: "author.email == %@", text)
    request.predicate = NSPredicate(format: "author.email CONTAINS[cd] %@ OR author.email == nil", text)
    request.predicate = NSPredicate(format: "NOT (author.email BEGINSWITH %@) AND author.email != ''", text)
    request.predicate = NSPredicate(format: "%K LIKE[c] %@", "author.email", text)
    request.predicate = NSPredicate(format: "author.email IN %@", [text, "b"])
    request.sortDescriptors = [NSSortDescriptor(key: "author.email", ascending: false)]
    request.predicate = NSPredicate(format: "category.name == %@", text)
    request.predicate = NSPredicate(format: "category.name CONTAINS[cd] %@ OR category.name == nil", text)
    request.predicate = NSPredicate(format: "NOT (category.name BEGINSWITH %@) AND category.name != ''", text)
    request.predicate = NSPredicate(format: "%K LIKE[c] %@", "category.name", text)
    request.predicate = NSPredicate(format: "category.name IN %@", [text, "b"])
    request.sortDescriptors = [NSSortDescriptor(key: "category.name", ascending: false)]
    request.predicate = NSPredicate(format: "category.parent.name == %@", text)
    request.predicate = NSPredicate(format: "category.parent.name CONTAINS[cd] %@ OR category.parent.name == nil", text)
    request.predicate = NSPredicate(format: "NOT (category.parent.name BEGINSWITH %@) AND category.parent.name != ''", text)
    request.predicate = NSPredicate(format: "%K LIKE[c] %@", "category.parent.name", text)
    request.predicate = NSPredicate(format: "category.parent.name IN %@", [text, "b"])
    request.sortDescriptors = [NSSortDescriptor(key: "category.parent.name", ascending: false)]
    request.predicate = NSPredicate(format: "layout.columns > %ld AND layout.columns <= 10", count)
    request.predicate = NSPredicate(format: "layout.columns BETWEEN {1, 5}")
    request.predicate = NSPredicate(format: "layout.columns IN {1, 2, 3} OR layout.columns == %@", NSNumber(value: count))
    request.predicate = NSPredicate(format: "layout.columns + 1 >= %d", count)
    request.sortDescriptors = [NSSortDescriptor(key: "layout.columns", ascending: true)]
    request.predicate = NSPredicate(format: "layout.margin < %f", 0.5)
    request.predicate = NSPredicate(format: "layout.margin * 2 > 1.5")
    request.sortDescriptors = [NSSortDescriptor(key: "layout.margin", ascending: false)]
    request.predicate = NSPredicate(format: "layout.theme == %@", text)
    request.predicate = NSPredicate(format: "layout.theme CONTAINS[cd] %@ OR layout.theme == nil", text)
    request.predicate = NSPredicate(format: "NOT (layout.theme BEGINSWITH %@) AND layout.theme != ''", text)
    request.predicate = NSPredicate(format: "%K LIKE[c] %@", "layout.theme", text)
    request.predicate = NSPredicate(format: "layout.theme IN %@", [text, "b"])
    request.sortDescriptors = [NSSortDescriptor(key: "layout.theme", ascending: false)]
    _ = try context.fetch(request)
  }

  static func attachment(_ text: String, _ count: Int, _ date: Date, _ context: NSManagedObjectContext) throws {
    let request = NSFetchRequest<Attachment>(entityName: "Attachment")
    request.predicate = NSPredicate(format: "isDownloaded == YES")
    request.predicate = NSPredicate(format: "isDownloaded == %@", NSNumber(value: true))
    request.predicate = NSPredicate(format: "isDownloaded != true")
    request.sortDescriptors = [NSSortDescriptor(key: "isDownloaded", ascending: false)]
    request.predicate = NSPredicate(format: "#size > %ld AND #size <= 10", count)
    request.predicate = NSPredicate(format: "#size BETWEEN {1, 5}")
    request.predicate = NSPredicate(format: "#size IN {1, 2, 3} OR #size == %@", NSNumber(value: count))
    request.predicate = NSPredicate(format: "#size + 1 >= %d", count)
    request.predicate = NSPredicate(format: "article.name == %@", text)
    request.predicate = NSPredicate(format: "article.name CONTAINS[cd] %@ OR article.name == nil", text)
    request.predicate = NSPredicate(format: "NOT (article.name BEGINSWITH %@) AND article.name != ''", text)
    request.predicate = NSPredicate(format: "%K LIKE[c] %@", "article.name", text)
    request.predicate = NSPredicate(format: "article.name IN %@", [text, "b"])
    request.sortDescriptors = [NSSortDescriptor(key: "article.name", ascending: false)]
    request.predicate = NSPredicate(format: "article.author.name == %@", text)
    request.predicate = NSPredicate(format: "article.author.name CONTAINS[cd] %@ OR article.author.name == nil", text)
    request.predicate = NSPredicate(format: "NOT (article.author.name BEGINSWITH %@) AND article.author.name != ''", text)
    request.predicate = NSPredicate(format: "%K LIKE[c] %@", "article.author.name", text)
    request.predicate = NSPredicate(format: "article.author.name IN %@", [text, "b"])
    request.sortDescriptors = [NSSortDescriptor(key: "article.author.name", ascending: false)]
    request.predicate = NSPredicate(format: "article.views > %ld AND article.views <= 10", count)
    request.predicate = NSPredicate(format: "article.views BETWEEN {1, 5}")
    request.predicate = NSPredicate(format: "article.views IN {1, 2, 3} OR article.views == %@", NSNumber(value: count))
    request.predicate = NSPredicate(format: "article.views + 1 >= %d", count)
    request.sortDescriptors = [NSSortDescriptor(key: "article.views", ascending: true)]
    _ = try context.fetch(request)
  }

  static func category(_ text: String, _ count: Int, _ date: Date, _ context: NSManagedObjectContext) throws {
    let request = NSFetchRequest<Category>(entityName: "Category")
    request.predicate = NSPredicate(format: "name == %@", text)
    request.predicate = NSPredicate(format: "name CONTAINS[cd] %@ OR name == nil", text)
    request.predicate = NSPredicate(format: "NOT (name BEGINSWITH %@) AND name != ''", text)
    request.predicate = NSPredicate(format: "%K LIKE[c] %@", "name", text)
    request.predicate = NSPredicate(format: "name IN %@", [text, "b"])
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    request.predicate = NSPredicate(format: "articleCount > %ld AND articleCount <= 10", count)
    request.predicate = NSPredicate(format: "articleCount BETWEEN {1, 5}")
    request.predicate = NSPredicate(format: "articleCount IN {1, 2, 3} OR articleCount == %@", NSNumber(value: count))
    request.predicate = NSPredicate(format: "articleCount + 1 >= %d", count)
    request.sortDescriptors = [NSSortDescriptor(key: "articleCount", ascending: false)]
    request.predicate = NSPredicate(format: "parent.name == %@", text)
    request.predicate = NSPredicate(format: "parent.name CONTAINS[cd] %@ OR parent.name == nil", text)
    request.predicate = NSPredicate(format: "NOT (parent.name BEGINSWITH %@) AND parent.name != ''", text)
    request.predicate = NSPredicate(format: "%K LIKE[c] %@", "parent.name", text)
    request.predicate = NSPredicate(format: "parent.name IN %@", [text, "b"])
    request.sortDescriptors = [NSSortDescriptor(key: "parent.name", ascending: false)]
    _ = try context.fetch(request)
  }

  static func editor(_ text: String, _ count: Int, _ date: Date, _ context: NSManagedObjectContext) throws {
    let request = NSFetchRequest<Editor>(entityName: "Editor")
    request.predicate = NSPredicate(format: "name == %@", text)
    request.predicate = NSPredicate(format: "name CONTAINS[cd] %@ OR name == nil", text)
    request.predicate = NSPredicate(format: "NOT (name BEGINSWITH %@) AND name != ''", text)
    request.predicate = NSPredicate(format: "%K LIKE[c] %@", "name", text)
    request.predicate = NSPredicate(format: "name IN %@", [text, "b"])
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
    request.predicate = NSPredicate(format: "email == %@", text)
    request.predicate = NSPredicate(format: "email CONTAINS[cd] %@ OR email == nil", text)
    request.predicate = NSPredicate(format: "NOT (email BEGINSWITH %@) AND email != ''", text)
    request.predicate = NSPredicate(format: "%K LIKE[c] %@", "email", text)
    request.predicate = NSPredicate(format: "email IN %@", [text, "b"])
    request.sortDescriptors = [NSSortDescriptor(key: "email", ascending: false)]
    request.predicate = NSPredicate(format: "level > %ld AND level <= 10", count)
    request.predicate = NSPredicate(format: "level BETWEEN {1, 5}")
    request.predicate = NSPredicate(format: "level IN {1, 2, 3} OR level == %@", NSNumber(value: count))
    request.predicate = NSPredicate(format: "level + 1 >= %d", count)
    request.sortDescriptors = [NSSortDescriptor(key: "level", ascending: true)]
    request.predicate = NSPredicate(format: "since >= %@", date as NSDate)
    request.predicate = NSPredicate(format: "since < %@ OR since == nil", date as CVarArg)
    request.sortDescriptors = [NSSortDescriptor(key: "since", ascending: false)]
    request.predicate = NSPredicate(format: "desk.name == %@", text)
    request.predicate = NSPredicate(format: "desk.name CONTAINS[cd] %@ OR desk.name == nil", text)
    request.predicate = NSPredicate(format: "NOT (desk.name BEGINSWITH %@) AND desk.name != ''", text)
    request.predicate = NSPredicate(format: "%K LIKE[c] %@", "desk.name", text)
    request.predicate = NSPredicate(format: "desk.name IN %@", [text, "b"])
    request.sortDescriptors = [NSSortDescriptor(key: "desk.name", ascending: false)]
    request.predicate = NSPredicate(format: "desk.parent.name == %@", text)
    request.predicate = NSPredicate(format: "desk.parent.name CONTAINS[cd] %@ OR desk.parent.name == nil", text)
    request.predicate = NSPredicate(format: "NOT (desk.parent.name BEGINSWITH %@) AND desk.parent.name != ''", text)
    request.predicate = NSPredicate(format: "%K LIKE[c] %@", "desk.parent.name", text)
    request.predicate = NSPredicate(format: "desk.parent.name IN %@", [text, "b"])
    request.sortDescriptors = [NSSortDescriptor(key: "desk.parent.name", ascending: false)]
    _ = try context.fetch(request)
  }

  static func tag(_ text: String, _ count: Int, _ date: Date, _ context: NSManagedObjectContext) throws {
    let request = NSFetchRequest<Tag>(entityName: "Tag")
    request.predicate = NSPredicate(format: "name == %@", text)
    request.predicate = NSPredicate(format: "name CONTAINS[cd] %@ OR name == nil", text)
    request.predicate = NSPredicate(format: "NOT (name BEGINSWITH %@) AND name != ''", text)
    request.predicate = NSPredicate(format: "%K LIKE[c] %@", "name", text)
    request.predicate = NSPredicate(format: "name IN %@", [text, "b"])
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
    _ = try context.fetch(request)
  }

}
