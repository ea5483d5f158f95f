import CoreData
import Foundation

/// Formats with their arguments.
struct Formats {
  let context: NSManagedObjectContext
  var minimum: Int = 3
  var ratio = 0.5

  private func request() -> NSFetchRequest<Article> { NSFetchRequest<Article>(entityName: "Article") }

  func arguments(name: String, count: Int, flag: Bool, date: Date, id: UUID, value: Double, tags: [Tag]) {
    let r = request()
    r.predicate = NSPredicate(format: "name == %@ AND views == %d", name, count)
    r.predicate = NSPredicate(format: "name == %@ AND views == %ld", argumentArray: [name, count])
    r.predicate = NSPredicate(format: "views > %@", NSNumber(value: count))
    r.predicate = NSPredicate(format: "views > %@", count as NSNumber)
    r.predicate = NSPredicate(format: "isPinned == %d", flag)
    r.predicate = NSPredicate(format: "isPinned == %@", NSNumber(value: flag))
    r.predicate = NSPredicate(format: "creationDate > %@", date as CVarArg)
    r.predicate = NSPredicate(format: "creationDate BETWEEN {%@, %@}", date as NSDate, Date() as NSDate)
    r.predicate = NSPredicate(format: "creationDate BETWEEN %@", [date, Date()])
    r.predicate = NSPredicate(format: "identifier == %@", id as CVarArg)
    r.predicate = NSPredicate(format: "layout.margin > %f", value)
    r.predicate = NSPredicate(format: "layout.columns == %i", minimum)
    r.predicate = NSPredicate(format: "ANY tags IN %@", tags)
    r.predicate = NSPredicate(format: "NONE tags.name == %@", "archived")
    r.predicate = NSPredicate(format: "SUBQUERY(attachments, $a, $a.size > %d AND $a.isDownloaded == YES).@count > 0", count)
    r.predicate = NSPredicate(format: "%K == %@", "name", name)
    r.predicate = NSPredicate(format: "%K.%K == %@", "author", "name", name)
    r.predicate = NSPredicate(format: "%K IN %@", #keyPath(Article.name), [name])
    r.predicate = NSPredicate(format: "SELF IN %@ OR SELF == %@", tags, r)
    r.predicate = NSPredicate(format: "objectID IN %@", [] as [NSManagedObjectID])
    r.predicate = NSPredicate(format: "entity == %@", Article.entity())
    r.predicate = NSPredicate(format: "entity.name == %@ AND name != ''", "Article")
    r.predicate = NSPredicate(format: "author.entity = %@", Editor.entity())
    r.predicate = NSPredicate(format: "name LIKE[cd] %@", "*" + name + "*")
    r.predicate = NSPredicate(format: "name MATCHES %@", "[0-9]+")
    r.predicate = NSPredicate(format: "name == 'it\\'s' OR name == \"100%\"")
    r.predicate = NSPredicate(value: true)
    r.predicate = NSPredicate(format: "TRUEPREDICATE")
    r.predicate = NSPredicate(format: "category.parent.name == %@ && !(draft == YES)", name)
    r.predicate = NSPredicate(format: "name == $NAME").withSubstitutionVariables(["NAME": name])
    r.predicate = NSPredicate(format: #"name CONTAINS "\#(name.isEmpty ? "" : "x")""#)  // expect: scan.quoted-interpolation
  }

  func wrongArguments(name: String, count: Int, flag: Bool, value: Double, text: String, tags: [Tag]) {
    let r = request()
    r.predicate = NSPredicate(format: "name == %@ AND views == %d", name)  // expect: scan.missing-argument
    r.predicate = NSPredicate(format: "name == %@")  // expect: scan.missing-argument
    r.predicate = NSPredicate(format: "name == %@", name, count)  // expect: scan.extra-argument
    r.predicate = NSPredicate(format: "name == %@ AND views > %d", argumentArray: [name])  // expect: scan.missing-argument
    r.predicate = NSPredicate(format: "name == '%@'", name)  // expect: scan.quoted-placeholder
    r.predicate = NSPredicate(format: "name LIKE '*%@*'", name)  // expect: scan.quoted-placeholder
    r.predicate = NSPredicate(format: "views == %@", count)  // expect: scan.argument-type
    r.predicate = NSPredicate(format: "views == %@", 5)  // expect: scan.argument-type
    r.predicate = NSPredicate(format: "views == %@", minimum as CVarArg)  // expect: scan.argument-type
    r.predicate = NSPredicate(format: "isPinned == %@", flag as! CVarArg)  // expect: scan.argument-type
    r.predicate = NSPredicate(format: "layout.margin == %d", value)  // expect: scan.argument-type
    r.predicate = NSPredicate(format: "layout.margin == %@", ratio)  // expect: scan.argument-type
    r.predicate = NSPredicate(format: "views == %d", text)  // expect: scan.argument-type
    r.predicate = NSPredicate(format: "%K == %d", count, 1)  // expect: scan.argument-type
    r.predicate = NSPredicate(format: "creationDate > %@", text)  // expect: scan.compared-type
    r.predicate = NSPredicate(format: "author == %@", "Ada")  // expect: scan.compared-type
    r.predicate = NSPredicate(format: "name == %@", [name])  // expect: scan.compared-type
    r.predicate = NSPredicate(format: "name == %d", count)  // expect: predicate.value-type
    r.predicate = NSPredicate(format: "%K == %@", "titel", name)  // expect: predicate.unknown-key
    r.predicate = NSPredicate(format: "%K == %@", #keyPath(Article.author.email), name)
    r.predicate = NSPredicate(format: "name == $NAME")  // expect: scan.missing-variable
  }

  func interpolated(name: String, count: Int, key: String) {
    let r = request()
    r.predicate = NSPredicate(format: "name == \(name)")  // expect: scan.interpolated-format
    r.predicate = NSPredicate(format: "name == '\(name)'")  // expect: scan.quoted-interpolation
    r.predicate = NSPredicate(format: "views > \(count)")  // expect: scan.interpolated-format
    r.predicate = NSPredicate(format: "\(key) == %@", name)  // expect: scan.interpolated-format
    r.predicate = NSPredicate(format: "name == '\(name)' AND views > \(count)")  // expect: scan.quoted-interpolation, scan.interpolated-format
    r.predicate = NSPredicate(format: "name CONTAINS[c] \"\(name)\"")  // expect: scan.quoted-interpolation
    r.predicate = NSPredicate(format: "\(#keyPath(Article.name)) == %@", name)
    r.predicate = NSPredicate(format: "\(Keys.name) == %@ AND \(Keys.views.rawValue) > 3", name)
    r.predicate = NSPredicate(format: "name == " + name)
  }

  enum Keys: String {
    static let name = "name"
    case views
  }

  func syntax(name: String) {
    let r = request()
    r.predicate = NSPredicate(format: "name = = %@", name)  // expect: predicate.syntax
    r.predicate = NSPredicate(format: "name == %@ AND", name)  // expect: predicate.syntax
    r.predicate = NSPredicate(format: "(name == %@", name)  // expect: predicate.syntax
    r.predicate = NSPredicate(format: "name == 'open")  // expect: predicate.unterminated-string
    r.predicate = NSPredicate(format: "name \tEQUALS %@", name)  // expect: predicate.syntax
    r.predicate = NSPredicate(format: "views NOT IN {1, 2}")  // expect: predicate.not-in
    r.predicate = NSPredicate(format: "name == %@ and views > 3 or draft == no", name)
  }

  func relations() {
    let r = request()
    r.predicate = NSPredicate(format: "tags.articles.name == 'x'")  // expect: predicate.multiple-to-many
    r.predicate = NSPredicate(format: "name.length > 3")  // expect: predicate.store-refuses
    r.predicate = NSPredicate(format: "scratch == 'x'")  // expect: predicate.transient
    r.predicate = NSPredicate(format: "author.articles.@count > 3")
    r.predicate = NSPredicate(format: "views == 'many'")  // expect: predicate.value-type
    r.sortDescriptors = [NSSortDescriptor(key: "attachments.@count", ascending: true)]  // expect: scan.sort-to-many
    r.sortDescriptors = [NSSortDescriptor(key: "scratch", ascending: true)]  // expect: predicate.transient
    r.sortDescriptors = [NSSortDescriptor(key: "views", ascending: true, selector: #selector(NSString.localizedCompare(_:)))]  // expect: scan.sort-selector
    r.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true, selector: Selector(("compareName:")))]  // expect: scan.sort-selector
    r.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true) { _, _ in .orderedSame }]  // expect: scan.sort-block
    r.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true, selector: #selector(NSString.compare(_:)))]
    r.sortDescriptors = [NSSortDescriptor(key: "objectID", ascending: true), NSSortDescriptor(key: "author.name", ascending: false)]
  }
}
