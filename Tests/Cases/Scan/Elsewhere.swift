import CloudKit
import CoreData
import Foundation
import Photos

/// Predicates and keys that are not for the model.
final class Elsewhere: NSObject {
  @objc dynamic var progressText = ""
  @objc var ranking = 0

  func photos() {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "mediaType == %d AND isHidden == NO", 1)
    options.sortDescriptors = [NSSortDescriptor(key: "pixelWidth", ascending: false)]
    _ = PHAsset.fetchAssets(with: options)
    let query = CKQuery(
      recordType: "Note", predicate: NSPredicate(format: "recordOwner == %@", "me"))
    query.sortDescriptors = [NSSortDescriptor(key: "modificationStamp", ascending: true)]
  }

  func metadata() {
    let query = NSMetadataQuery()
    query.predicate = NSPredicate(format: "%K LIKE '*.txt'", NSMetadataItemFSNameKey)
    query.sortDescriptors = [NSSortDescriptor(key: "kMDItemFSName", ascending: true)]
    let other = NSMetadataQuery()
    other.predicate = NSPredicate(format: "kMDItemContentType == 'public.text'")
  }

  func arrays(_ rows: NSArray, _ people: [NSDictionary]) -> [Any] {
    let predicate = NSPredicate(format: "firstName BEGINSWITH %@ AND salary > 3", "A")
    let sorted = rows.sortedArray(using: [NSSortDescriptor(key: "surname", ascending: true)])
    let found = (people as NSArray).filtered(using: predicate)
    let set = NSSet(array: sorted).filtered(using: NSPredicate(format: "shoeSize > 40"))
    return found + Array(set)
      + rows.filtered(using: NSPredicate(format: "SELF.length > 3 AND color == 'red'"))
  }

  func history(after token: NSPersistentHistoryToken, in context: NSManagedObjectContext) throws {
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
    if let inner = NSPersistentHistoryTransaction.fetchRequest {
      inner.predicate = NSPredicate(format: "%K != %@ AND author != 'sync'", "contextName", "main")
      request.fetchRequest = inner
    }
    let changes = NSFetchRequest<NSFetchRequestResult>()
    changes.entity = NSPersistentHistoryChange.entityDescription(with: context)
    changes.predicate = NSPredicate(format: "changeType == %d AND changedObjectID IN %@", 1, [])
    let transactions = NSPersistentHistoryTransaction.fetchRequest!
    transactions.predicate = NSPredicate(format: "token == %@", token)
    transactions.sortDescriptors = [NSSortDescriptor(key: "transactionNumber", ascending: true)]
  }

  func validation() -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = "nickname"
    attribute.setValidationPredicates(
      [NSPredicate(format: "SELF MATCHES %@", "[a-z]+"), NSPredicate(format: "length > 3")],
      withValidationWarnings: ["letters only", "too short"])
    let bounds = [NSPredicate(format: "SELF >= %d", 1), NSPredicate(format: "quotient < 3")]
    attribute.setValidationPredicates(bounds, withValidationWarnings: ["", ""])
    return attribute
  }

  func madeInCode(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
    let model = NSManagedObjectModel()
    let entity = NSEntityDescription()
    entity.name = "Gadget"
    entity.managedObjectClassName = "NSManagedObject"
    let attribute = NSAttributeDescription()
    attribute.name = "serial"
    entity.properties = [attribute]
    model.entities = [entity]
    let gadget = NSEntityDescription.insertNewObject(forEntityName: "Gadget", into: context)
    gadget.setValue("1", forKey: "serial")
    let request = NSFetchRequest<NSManagedObject>(entityName: "Gadget")
    request.predicate = NSPredicate(format: "serial == %@ AND weight > 3", "1")
    request.sortDescriptors = [NSSortDescriptor(key: "serial", ascending: true)]
    return try context.fetch(request)
  }

  func others(layer: AnyObject, defaults: UserDefaults) {
    defaults.setValue("x", forKey: "lastOpened")
    _ = defaults.value(forKey: "theme2")
    layer.setValue(1, forKey: "cornerRadius")
    setValue("done", forKey: "progressText")
    _ = value(forKey: "ranking")
    defaults.set(true, forKey: "hasSeenIntro")
    let predicate = NSPredicate(format: "ranking > 3")
    _ = predicate.evaluate(with: self)
    let block = NSPredicate { object, _ in object != nil }
    _ = block
    let running = NSPredicate(format: "exists == true")
    _ = XCTNSPredicateExpectation(predicate: running, object: self)
  }

  func objects(_ article: Article, _ any: NSManagedObject) {
    _ = article.value(forKey: "hasChanges")
    _ = any.value(forKey: "name")
    _ = any.value(forKeyPath: "author.email")
    any.setValue("x", forKey: "name")
    _ = any.value(forKey: "nmae")  // expect: scan.key-in-no-entity
    let copies = article.entity.attributesByName["name"]
    _ = article.entity.attributesByName["nam"]  // expect: scan.unknown-key
    _ = copies
  }
}

/// Key-value coding reaches the members of subclasses and of their extensions, too.
@objcMembers
class Row: NSObject {
  var caption: String { "" }
}

final class WideRow: Row {
  var subtitle: String { "" }
}

@objc extension Elsewhere {
  var footnote: String { "" }
}

extension Elsewhere {
  /// What views and controllers sort and filter is in memory.
  func views(_ listView: NSTableView, _ rowsController: NSArrayController) {
    listView.sortDescriptors = [NSSortDescriptor(key: "columnTitle", ascending: true)]
    self.tableView.sortDescriptors = [NSSortDescriptor(key: "columnIndex", ascending: true)]
    rowsController.filterPredicate = NSPredicate(format: "isChecked == YES")
    self.controller.filterPredicate = NSPredicate(format: "isMarked == YES")
    let filter = NSPredicate(
      format: "subtitle CONTAINS %@ OR caption == %@ OR footnote == nil", "a", "b")
    self.apply(filter)
  }

  /// The class is of a package that is not scanned; the compiler knows the properties.
  func ofAnotherPackage(_ context: NSManagedObjectContext) throws {
    let request = NSFetchRequest<NSFetchRequestResult>(entityName: "Receipt")
    request.predicate = NSPredicate(format: "%K == NO", #keyPath(Receipt.isVoid))
    request.propertiesToFetch = [#keyPath(Receipt.total), #keyPath(Receipt.shop.title)]
    let receipts = Receipt.fetchRequest()
    receipts.predicate = NSPredicate(format: "isVoid == NO AND total > 3")
    receipts.sortDescriptors = [NSSortDescriptor(key: #keyPath(Receipt.printedAt), ascending: true)]
    for receipt in try context.fetch(request) as? [NSManagedObject] ?? [] {
      receipt.setValue(true, forKey: #keyPath(Receipt.isVoid))
    }
  }
}

/// A class whose entity is made in code, in another file.
final class Voucher: NSManagedObject {
  @NSManaged var voucherCode: String
}

extension Voucher {
  static func with(code: String) -> NSPredicate { NSPredicate(format: "voucherCode == %@", code) }

  enum Fetched { static let siblings = "siblingVouchers" }

  /// The entity has a fetched property that another file makes.
  var siblings: Any? { value(forKey: Fetched.siblings) }

  static func rules(of attribute: NSAttributeDescription) {
    let rule = (NSPredicate(format: "length >= 3 AND length <= 50"), "between 3 and 50 characters")
    attribute.setValidationPredicates([rule.0], withValidationWarnings: [rule.1])
  }
}

/// The model of the package is not given, and the app extends a class of it.
extension Receipt {
  var isCheap: Bool { value(forKey: "bargain") != nil }
}
