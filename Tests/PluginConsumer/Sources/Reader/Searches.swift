#if canImport(CoreData)
  import CoreData

  enum Searches {
    static func notes(with word: String) -> NSFetchRequest<NSManagedObject> {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      request.predicate = NSPredicate(format: "text CONTAINS %@", word)
      return request
    }
  }
#endif
