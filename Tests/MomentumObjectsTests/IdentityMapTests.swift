import Dispatch
import Foundation
import MomentumTestSupport
import Testing

@testable import MomentumObjects

/// The map that finds the objects of a context without keeping them alive (OG-101, OG-124).
@Suite struct IdentityMapTests {
  /// Objects on their way to the thread that releases them, which uses them in no other way.
  private final class Parcel: @unchecked Sendable {
    private var objects: [ManagedObject]

    init(_ objects: [ManagedObject]) { self.objects = objects }

    func drop() { objects = [] }
  }

  /// The last reference may go on any thread. An object that is being released must not come back,
  /// and its place must be free for the next object of the same identity.
  @Test func objectsThatOtherThreadsReleaseDoNotComeBack() throws {
    let office = try Office()
    let ids = try (0..<200).map { try office.person("Ann\($0)").objectID }
    let context = office.other()
    let queue = DispatchQueue(label: "releases", attributes: .concurrent)
    let group = DispatchGroup()
    for _ in 0..<100 {
      let parcel = Parcel(ids.map { context.object(with: $0) })
      queue.async(group: group) { parcel.drop() }
      for id in ids {
        let object = context.object(with: id)
        #expect(object.objectID == id && object.context === context)
        #expect(context.registeredObject(for: id) === object)
      }
    }
    group.wait()
    #expect(context.registeredObjects.isEmpty)
  }

  @Test func anObjectThatTookAPlaceKeepsItWhenTheFormerOneGoes() throws {
    let office = try Office()
    let id = try office.person("Ann").objectID
    let context = office.other()
    var former: ManagedObject? = context.object(with: id)
    context.identities.remove(try #require(former))
    let next = context.object(with: id)
    #expect(next !== former)
    former = nil
    #expect(context.registeredObject(for: id) === next)
  }

  @Test func anObjectOfARenamedIdentityIsFoundByTheNewOneAlone() throws {
    let office = try Office()
    let object = try office.context.insert("Company")
    object["name"] = .string("Acme")
    let temporary = object.objectID
    try office.context.save()
    #expect(!object.objectID.isTemporary)
    #expect(office.context.registeredObject(for: temporary) == nil)
    #expect(office.context.registeredObject(for: object.objectID) === object)
  }

  /// A row that a statement returns twice is one object.
  @Test func anIdentityThatIsAskedForTwiceAtOnceHasOneObject() throws {
    let office = try Office()
    let id = try office.person("Ann").objectID
    let context = office.other()
    let objects = context.objects(with: [id, id, id])
    #expect(objects.count == 3 && objects.allSatisfy { $0 === objects[0] })
    #expect(context.registeredObjects == [objects[0]])
  }

  @Test func objectsOutliveTheirContextWithoutIt() throws {
    let office = try Office()
    let id = try office.person("Ann").objectID
    var context: ObjectContext? = office.other()
    let object = try #require(context?.object(with: id))
    #expect(object.context != nil)
    context = nil
    #expect(object.context == nil && object.objectID == id)
  }
}
