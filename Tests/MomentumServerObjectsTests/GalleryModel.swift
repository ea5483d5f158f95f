/// A model with every kind of relationship and attribute.
enum GalleryModel {
  static let entities = """
    <entity name="Artist">
      <attribute name="name" optional="YES" attributeType="String"/>
      <attribute name="born" optional="YES" attributeType="Date"/>
      <attribute name="rating" optional="YES" attributeType="Double"/>
      <attribute name="weight" optional="YES" attributeType="Float"/>
      <attribute name="price" optional="YES" attributeType="Decimal"/>
      <attribute name="isActive" optional="YES" attributeType="Boolean"/>
      <attribute name="code" optional="YES" attributeType="UUID"/>
      <attribute name="site" optional="YES" attributeType="URI"/>
      <attribute name="photo" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
      <attribute name="home" optional="YES" attributeType="Composite" composite="Place"/>
      <attribute name="lowerName" optional="YES" attributeType="String" derived="YES" derivationExpression="lowercase:(name)"/>
      <relationship name="albums" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Album" inverseName="artist" inverseEntity="Album"/>
      <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Artist" inverseName="friends" inverseEntity="Artist"/>
      <relationship name="rivals" optional="YES" toMany="YES" ordered="YES" destinationEntity="Artist" inverseName="rivals" inverseEntity="Artist"/>
      <relationship name="tags" optional="YES" toMany="YES" ordered="YES" destinationEntity="Tag" inverseName="artists" inverseEntity="Tag"/>
      <relationship name="notes" optional="YES" toMany="YES" ordered="YES" destinationEntity="Note"/>
      <relationship name="studio" optional="YES" maxCount="1" deletionRule="Deny" destinationEntity="Studio" inverseName="owner" inverseEntity="Artist"/>
      <relationship name="star" optional="YES" maxCount="1" destinationEntity="Album" inverseName="starOf" inverseEntity="Artist"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
    </entity>
    <entity name="Band" parentEntity="Artist">
      <attribute name="memberCount" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/>
    </entity>
    <entity name="Album">
      <attribute name="title" optional="YES" attributeType="String"/>
      <attribute name="year" optional="YES" attributeType="Integer 32" usesScalarValueType="YES"/>
      <relationship name="artist" maxCount="1" destinationEntity="Artist" inverseName="albums" inverseEntity="Artist"/>
      <relationship name="starOf" optional="YES" maxCount="1" destinationEntity="Artist" inverseName="star" inverseEntity="Artist"/>
    </entity>
    <entity name="Tag">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="artists" optional="YES" toMany="YES" ordered="YES" destinationEntity="Artist" inverseName="tags" inverseEntity="Artist"/>
    </entity>
    <entity name="Note"><attribute name="text" optional="YES" attributeType="String"/></entity>
    <entity name="Studio">
      <attribute name="city" optional="YES" attributeType="String"/>
      <relationship name="owner" optional="YES" maxCount="1" destinationEntity="Artist" inverseName="studio" inverseEntity="Artist"/>
    </entity>
    <composite name="Place">
      <attribute name="city" optional="YES" attributeType="String"/>
      <attribute name="zip" optional="YES" attributeType="Integer 32"/>
    </composite>
    """
}
