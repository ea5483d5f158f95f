import MomentumRuntime

/// A model that has each kind of relationship and each delete rule.
enum Library: StoredModel {
  static let model = RuntimeModel(name: "Library", contents: contents)

  static let contents = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="23507" systemVersion="24B83" minimumToolsVersion="Automatic" sourceLanguage="Swift" userDefinedModelVersionIdentifier="">
      <entity name="Party" isAbstract="YES" syncable="YES">
        <attribute name="name" attributeType="String" minValueString="1" maxValueString="12"/>
        <relationship name="books" optional="YES" toMany="YES" deletionRule="Deny" destinationEntity="Book" inverseName="owner" inverseEntity="Book"/>
        <uniquenessConstraints>
          <uniquenessConstraint>
            <constraint value="name"/>
          </uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      <entity name="Member" parentEntity="Party" syncable="YES">
        <attribute name="age" optional="YES" attributeType="Integer 16" minValueString="0" maxValueString="150" usesScalarValueType="NO"/>
        <relationship name="friends" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Member" inverseName="friends" inverseEntity="Member"/>
        <relationship name="mentor" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Member" inverseName="pupils" inverseEntity="Member"/>
        <relationship name="passport" optional="YES" maxCount="1" deletionRule="Cascade" destinationEntity="Passport" inverseName="holder" inverseEntity="Passport"/>
        <relationship name="pupils" optional="YES" toMany="YES" deletionRule="Nullify" ordered="YES" destinationEntity="Member" inverseName="mentor" inverseEntity="Member"/>
        <relationship name="spouse" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Member" inverseName="spouse" inverseEntity="Member"/>
        <relationship name="works" optional="YES" toMany="YES" deletionRule="Nullify" ordered="YES" destinationEntity="Book" inverseName="authors" inverseEntity="Book"/>
      </entity>
      <entity name="Club" parentEntity="Party" syncable="YES">
        <attribute name="motto" optional="YES" attributeType="String" regularExpressionString="[a-z ]*"/>
      </entity>
      <entity name="Passport" syncable="YES">
        <attribute name="number" optional="YES" attributeType="Integer 64" usesScalarValueType="NO"/>
        <relationship name="holder" optional="YES" maxCount="1" deletionRule="Deny" destinationEntity="Member" inverseName="passport" inverseEntity="Member"/>
      </entity>
      <entity name="Book" syncable="YES">
        <attribute name="changed" optional="YES" attributeType="Date" derived="YES" derivationExpression="now()" usesScalarValueType="NO"/>
        <attribute name="chapterCount" optional="YES" attributeType="Integer 64" derived="YES" derivationExpression="chapters.@count" usesScalarValueType="NO"/>
        <attribute name="isbn" optional="YES" attributeType="String"/>
        <attribute name="price" optional="YES" attributeType="Decimal"/>
        <attribute name="size" optional="YES" attributeType="Composite" composite="Size"/>
        <attribute name="title" attributeType="String"/>
        <relationship name="authors" optional="YES" toMany="YES" deletionRule="Nullify" ordered="YES" destinationEntity="Member" inverseName="works" inverseEntity="Member"/>
        <relationship name="chapters" optional="YES" toMany="YES" deletionRule="Cascade" ordered="YES" destinationEntity="Chapter" inverseName="book" inverseEntity="Chapter"/>
        <relationship name="cover" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Note"/>
        <relationship name="notes" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Note"/>
        <relationship name="owner" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Party" inverseName="books" inverseEntity="Party"/>
        <relationship name="series" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Series" inverseName="volumes" inverseEntity="Series"/>
        <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Sticker" inverseName="books" inverseEntity="Sticker"/>
        <uniquenessConstraints>
          <uniquenessConstraint>
            <constraint value="isbn"/>
            <constraint value="title"/>
          </uniquenessConstraint>
        </uniquenessConstraints>
      </entity>
      <entity name="Chapter" syncable="YES">
        <attribute name="title" optional="YES" attributeType="String"/>
        <relationship name="book" maxCount="1" deletionRule="Nullify" destinationEntity="Book" inverseName="chapters" inverseEntity="Book"/>
      </entity>
      <entity name="Lamp" syncable="YES">
        <relationship name="shelf" optional="YES" maxCount="1" deletionRule="No Action" destinationEntity="Shelf" inverseName="lamps" inverseEntity="Shelf"/>
      </entity>
      <entity name="Note" syncable="YES">
        <attribute name="text" optional="YES" attributeType="String"/>
      </entity>
      <entity name="Series" syncable="YES">
        <attribute name="title" optional="YES" attributeType="String"/>
        <relationship name="volumes" toMany="YES" minCount="1" maxCount="3" deletionRule="Nullify" destinationEntity="Book" inverseName="series" inverseEntity="Book"/>
      </entity>
      <entity name="Shelf" syncable="YES">
        <attribute name="label" optional="YES" attributeType="String"/>
        <relationship name="children" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Shelf" inverseName="parent" inverseEntity="Shelf"/>
        <relationship name="lamps" optional="YES" toMany="YES" deletionRule="No Action" destinationEntity="Lamp" inverseName="shelf" inverseEntity="Lamp"/>
        <relationship name="parent" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Shelf" inverseName="children" inverseEntity="Shelf"/>
      </entity>
      <entity name="Sticker" syncable="YES">
        <attribute name="label" attributeType="String"/>
        <relationship name="books" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Book" inverseName="tags" inverseEntity="Book"/>
      </entity>
      <composite name="Size">
        <attribute name="height" optional="YES" attributeType="Double" usesScalarValueType="NO"/>
        <attribute name="width" attributeType="Double" minValueString="0" usesScalarValueType="NO"/>
      </composite>
    </model>
    """
}

/// An entity of the library, as a type.
protocol LibraryEntity: Sendable {
  static var name: String { get }
  static var properties: [String] { get }
}

enum Party: LibraryEntity {
  static let name = "Party"
  static let properties = ["name"]
}

enum Member: LibraryEntity {
  static let name = "Member"
  static let properties = ["name", "age", "mentor", "passport", "spouse"]
}

enum Club: LibraryEntity {
  static let name = "Club"
  static let properties = ["name", "motto"]
}

enum Passport: LibraryEntity {
  static let name = "Passport"
  static let properties = ["number", "holder"]
}

enum Book: LibraryEntity {
  static let name = "Book"
  static let properties = [
    "isbn", "price", "size.height", "size.width", "title", "cover", "owner", "series",
  ]
}

enum Chapter: LibraryEntity {
  static let name = "Chapter"
  static let properties = ["title", "book"]
}

enum Lamp: LibraryEntity {
  static let name = "Lamp"
  static let properties = ["shelf"]
}

enum Note: LibraryEntity {
  static let name = "Note"
  static let properties = ["text"]
}

enum Series: LibraryEntity {
  static let name = "Series"
  static let properties = ["title"]
}

enum Shelf: LibraryEntity {
  static let name = "Shelf"
  static let properties = ["label", "parent"]
}

enum Sticker: LibraryEntity {
  static let name = "Sticker"
  static let properties = ["label"]
}
