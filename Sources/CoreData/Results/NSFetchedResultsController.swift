import MomentumObjects

/// The objects of a request in sections, kept up to date while the context changes.
///
/// A delegate gets the controller as one of `NSFetchRequestResult`, because its methods have no type
/// parameter: another object with the same content, which is equal to this one but not the same
/// (CL-6).
open class NSFetchedResultsController<ResultType>: NSObject {
  let content: ResultsContent

  /// - Parameter name: The name of a file in which Apple's frameworks keep sections. It is not used:
  ///   sections are computed from the objects that are fetched in any case.
  public init(
    fetchRequest: NSFetchRequest<ResultType>, managedObjectContext context: NSManagedObjectContext,
    sectionNameKeyPath: String?, cacheName name: String?
  ) {
    content = ResultsContent(fetchRequest, context, sectionNameKeyPath, name)
    super.init()
  }

  init(_ content: ResultsContent) { self.content = content }

  /// Fetches the objects, and begins to follow the changes of the context if there is a delegate.
  open func performFetch() throws { try content.performFetch() }

  open var fetchRequest: NSFetchRequest<ResultType> {
    guard let request = content.request as? NSFetchRequest<ResultType> else {
      let copy = NSFetchRequest<ResultType>()
      copy.take(content.request)
      return copy
    }
    return request
  }
  open var managedObjectContext: NSManagedObjectContext { content.context }
  open var sectionNameKeyPath: String? { content.sectionKeyPath }
  open var cacheName: String? { content.cacheName }
  open weak var delegate: (any NSFetchedResultsControllerDelegate)? {
    get { content.delegate }
    set { content.delegate = newValue }
  }

  open class func deleteCache(withName name: String?) {}

  // MARK: - Content

  /// The objects in their order; `nil` before the first fetch.
  open var fetchedObjects: [ResultType]? {
    content.objects.map { $0.compactMap { $0 as? ResultType } }
  }

  /// The object at a path. Stops the program for a path outside the content.
  open func object(at indexPath: IndexPath) -> ResultType {
    guard let object = content.object(at: indexPath) as? ResultType else {
      CoreDataException.raise(
        "NSInvalidArgumentException",
        "no object at index \(indexPath.row) in section at index \(indexPath.section)")
    }
    return object
  }

  open func indexPath(forObject object: ResultType) -> IndexPath? {
    (object as? NSManagedObject).flatMap { content.path(of: $0) }
  }

  open var sections: [any NSFetchedResultsSectionInfo]? { content.sections }

  /// The titles of the sections for an index beside a table.
  open var sectionIndexTitles: [String] { content.titles.all }

  open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    content.title(of: sectionName)
  }

  open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int {
    CoreDataException.stopping { try content.titles.section(for: title, at: sectionIndex) }
  }

  // MARK: - Equality

  open override func isEqual(_ object: Any?) -> Bool {
    (object as? any ResultsFace)?.sharedContent === content
  }

  open override var hash: Int { ObjectIdentifier(content).hashValue }
}

/// A controller of any type of results.
private protocol ResultsFace {
  var sharedContent: ResultsContent { get }
}

extension NSFetchedResultsController: ResultsFace {
  fileprivate var sharedContent: ResultsContent { content }
}
