import MomentumDiff
import MomentumDiffSamples
import MomentumModel
import MomentumTestSupport
import Testing

/// The mapping model that Core Data infers.
@Suite struct MappingInferenceTests {
  private func text(_ mapping: MappingModel) -> String {
    mapping.entityMappings.map { entity in
      let properties = (entity.attributeMappings + entity.relationshipMappings).map {
        "\n  \($0.name) = \($0.valueExpression ?? "–")"
      }
      return "\(entity.name): \(entity.kind) \(entity.sourceEntity ?? "–") → "
        + "\(entity.destinationEntity ?? "–") \(entity.sourceHash.count) "
        + "\(entity.destinationHash.count)" + properties.joined()
    }.joined(separator: "\n")
  }

  @Test func everyConcreteEntityHasAMapping() throws {
    let old = try DiffSample.model(
      """
      <entity name="Gone"><attribute name="a" attributeType="String"/></entity>
      <entity name="Same"><attribute name="a" attributeType="String"/></entity>
      <entity name="Shop">
        <attribute name="title" optional="YES" attributeType="String"/>
        <relationship name="reviews" optional="YES" toMany="YES" destinationEntity="Review" inverseName="shop" inverseEntity="Review"/>
      </entity>
      <entity name="Review">
        <relationship name="shop" optional="YES" maxCount="1" destinationEntity="Shop" inverseName="reviews" inverseEntity="Shop"/>
        <attribute name="secret" optional="YES" transient="YES" attributeType="String"/>
      </entity>
      <entity name="LongReview" parentEntity="Review"/>
      """, "old")
    let new = try DiffSample.model(
      """
      <entity name="Fresh"><attribute name="a" attributeType="String"/></entity>
      <entity name="Same"><attribute name="a" attributeType="String"/></entity>
      <entity name="Venue" elementID="Shop">
        <attribute name="name" optional="YES" attributeType="String" elementID="title"/>
        <attribute name="rating" optional="YES" attributeType="Integer 16"/>
        <relationship name="reviews" optional="YES" toMany="YES" destinationEntity="Review" inverseName="shop" inverseEntity="Review"/>
      </entity>
      <entity name="Review">
        <relationship name="shop" optional="YES" maxCount="1" destinationEntity="Venue" inverseName="reviews" inverseEntity="Venue"/>
        <attribute name="secret" optional="YES" transient="YES" attributeType="String"/>
      </entity>
      <entity name="LongReview" parentEntity="Review"/>
      """, "new")
    let mapping = try MappingInference.infer(old: old.model, new: new.model).get()
    let toVenue =
      "FUNCTION($manager, \"destinationInstancesForEntityMappingNamed:sourceInstances:\", "
      + "\"IEM_Transform_Venue\", $source.shop)"
    expectText(
      text(mapping),
      """
      IEM_Remove_Gone: remove Gone → – 32 0
      IEM_Add_Fresh: add – → Fresh 0 32
        a = –
      IEM_Transform_LongReview: transform LongReview → LongReview 32 32
        shop = \(toVenue)
      IEM_Transform_Review: transform Review → Review 32 32
        shop = \(toVenue)
      IEM_Copy_Same: copy Same → Same 32 32
        a = $source.a
      IEM_Transform_Venue: transform Shop → Venue 32 32
        name = $source.title
        rating = –
        reviews = FUNCTION($manager, "destinationInstancesForSourceRelationshipNamed:sourceInstances:", "reviews", $source.reviews)
      """)
  }

  @Test func aFailureHasTheErrorAndAllReasons() throws {
    let old = try DiffSample.model(
      """
      <entity name="A"><attribute name="x" attributeType="String"/><attribute name="y" attributeType="Double"/></entity>
      """, "old")
    let new = try DiffSample.model(
      """
      <entity name="A"><attribute name="x" attributeType="Date"/><attribute name="y" attributeType="Decimal"/></entity>
      """, "new")
    let result = MappingInference.infer(old: old.model, new: new.model)
    guard case .failure(let failure) = result else {
      Issue.record("inferred")
      return
    }
    #expect(failure.error.code == 134140)
    #expect(failure.reasons.count == 2)
  }
}
