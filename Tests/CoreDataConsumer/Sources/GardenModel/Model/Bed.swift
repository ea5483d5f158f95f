import CoreData
import Foundation

@objc public enum BedKind: Int16 {
  case plain
  case raised = 2
}

/// A bed, written by hand for a Mac.
@objc(Bed)
public class Bed: NSManagedObject {
  @NSManaged public var name: String?
  @NSManaged public var kind: BedKind
  @NSManaged public private(set) var plants: Set<Plant>

  /// The number of beds that were made in this process.
  nonisolated(unsafe) public private(set) static var madeCount = 0

  override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    super.init(entity: entity, insertInto: context)
    Bed.madeCount += 1
  }

  @objc public func summary() -> String {
    "\(name ?? "") \(kind == .raised ? "raised" : "plain") \(plants.count)"
  }
}

// MARK: Generated accessors for plants
extension Bed {
  @objc(addPlantsObject:)
  @NSManaged public func addToPlants(_ value: Plant)

  @objc(removePlantsObject:)
  @NSManaged public func removeFromPlants(_ value: Plant)
}

/// A class whose name in the model is that for Objective-C.
@objc(CDTool)
public class Tool: NSManagedObject {
  @NSManaged public var name: String?
}
