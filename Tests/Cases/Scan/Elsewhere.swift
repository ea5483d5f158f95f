import CoreData
import Foundation
import Photos
import CloudKit

/// Predicates and keys that are not for the model.
final class Elsewhere: NSObject {
  @objc dynamic var progressText = ""
  @objc var ranking = 0

  func photos() {
    let options = PHFetchOptions()
    options.predicate = NSPredicate(format: "mediaType == %d AND isHidden == NO", 1)
    options.sortDescriptors = [NSSortDescriptor(key: "pixelWidth", ascending: false)]
    _ = PHAsset.fetchAssets(with: options)
    let query = CKQuery(recordType: "Note", predicate: NSPredicate(format: "recordOwner == %@", "me"))
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
    return found + Array(set) + rows.filtered(using: NSPredicate(format: "SELF.length > 3 AND color == 'red'"))
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
