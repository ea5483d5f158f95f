/// A model for batch requests: unique values, computed numbers, and every delete rule that a batch
/// request follows. Each object has a `label` of its own.
enum ShopModel {
  static let labels = ["Book", "Author", "Chapter", "Tag", "Seal", "Item"]

  static let entities = """
    <entity name="Book">
      <attribute name="label" optional="YES" attributeType="String"/>
      <attribute name="shelf" optional="YES" attributeType="String"/>
      <attribute name="shout" optional="YES" attributeType="String" derived="YES" derivationExpression="uppercase:(shelf)"/>
      <attribute name="pages" optional="YES" attributeType="Integer 32" defaultValueString="5" usesScalarValueType="YES"/>
      <attribute name="price" optional="YES" attributeType="Double" usesScalarValueType="YES"/>
      <attribute name="born" optional="YES" attributeType="Date"/>
      <attribute name="changed" optional="YES" attributeType="Date"/>
      <attribute name="isNew" optional="YES" attributeType="Boolean" usesScalarValueType="YES"/>
      <attribute name="size" optional="YES" attributeType="Composite" composite="Size"/>
      <relationship name="author" optional="YES" maxCount="1" destinationEntity="Author" inverseName="books" inverseEntity="Author"/>
      <relationship name="chapters" optional="YES" toMany="YES" ordered="YES" deletionRule="Cascade" destinationEntity="Chapter" inverseName="book" inverseEntity="Chapter"/>
      <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag" inverseName="books" inverseEntity="Tag"/>
      <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Book" inverseName="friends" inverseEntity="Book"/>
      <relationship name="seal" optional="YES" maxCount="1" destinationEntity="Seal" inverseName="book" inverseEntity="Seal"/>
    </entity>
    <entity name="Novel" parentEntity="Book">
      <attribute name="pace" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/>
    </entity>
    <entity name="Author">
      <attribute name="label" optional="YES" attributeType="String"/>
      <relationship name="books" optional="YES" toMany="YES" destinationEntity="Book" inverseName="author" inverseEntity="Book"/>
    </entity>
    <entity name="Chapter">
      <attribute name="label" optional="YES" attributeType="String"/>
      <relationship name="book" optional="YES" maxCount="1" destinationEntity="Book" inverseName="chapters" inverseEntity="Book"/>
    </entity>
    <entity name="Tag">
      <attribute name="label" optional="YES" attributeType="String"/>
      <relationship name="books" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Book" inverseName="tags" inverseEntity="Book"/>
    </entity>
    <entity name="Seal">
      <attribute name="label" optional="YES" attributeType="String"/>
      <relationship name="book" maxCount="1" destinationEntity="Book" inverseName="seal" inverseEntity="Book"/>
    </entity>
    <entity name="Item">
      <attribute name="label" optional="YES" attributeType="String"/>
      <attribute name="code" optional="YES" attributeType="String"/>
      <attribute name="place" optional="YES" attributeType="String"/>
      <attribute name="number" optional="YES" attributeType="Integer 32" usesScalarValueType="YES"/>
      <attribute name="note" optional="YES" attributeType="String"/>
      <uniquenessConstraints>
        <uniquenessConstraint><constraint value="code"/></uniquenessConstraint>
        <uniquenessConstraint><constraint value="place"/><constraint value="number"/></uniquenessConstraint>
      </uniquenessConstraints>
    </entity>
    <entity name="Coin">
      <attribute name="name" attributeType="String"/>
      <attribute name="worth" optional="YES" attributeType="Integer 32" minValueString="0" usesScalarValueType="YES"/>
      <attribute name="mint" optional="YES" attributeType="String"/>
      <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
    </entity>
    <entity name="Medal" parentEntity="Coin">
      <attribute name="rank" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/>
    </entity>
    <entity name="Guild">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="masters" optional="YES" toMany="YES" deletionRule="Deny" destinationEntity="Master" inverseName="guild" inverseEntity="Master"/>
    </entity>
    <entity name="Master">
      <attribute name="name" optional="YES" attributeType="String"/>
      <relationship name="guild" maxCount="1" destinationEntity="Guild" inverseName="masters" inverseEntity="Guild"/>
    </entity>
    <composite name="Size">
      <attribute name="width" optional="YES" attributeType="Double"/>
      <attribute name="height" optional="YES" attributeType="Double"/>
    </composite>
    """
}
