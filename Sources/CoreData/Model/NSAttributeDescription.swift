import MomentumModel

/// An attribute of an entity.
open class NSAttributeDescription: NSPropertyDescription {
  open var attributeType = NSAttributeType.undefinedAttributeType { didSet { noteChange() } }
  open var attributeValueClassName: String? {
    get { valueClassName ?? attributeType.className }
    set {
      valueClassName = newValue
      noteChange()
    }
  }
  open var defaultValue: Any? { didSet { noteChange() } }
  open var valueTransformerName: String? { didSet { noteChange() } }
  open var allowsExternalBinaryDataStorage = false { didSet { noteChange() } }
  open var preservesValueInHistoryOnDeletion = false { didSet { noteChange() } }
  open var allowsCloudEncryption = false { didSet { noteChange() } }
  private var valueClassName: String?

  /// The attribute of the file that the description was read from. It has what no property of this
  /// class has: bounds, patterns, and how Xcode declares the property.
  var source: Attribute?

  override func makeCopy() -> NSPropertyDescription { NSAttributeDescription() }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    guard let attribute = copy as? NSAttributeDescription else { return copy }
    attribute.attributeType = attributeType
    attribute.valueClassName = valueClassName
    attribute.defaultValue = defaultValue
    attribute.valueTransformerName = valueTransformerName
    attribute.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
    attribute.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
    attribute.allowsCloudEncryption = allowsCloudEncryption
    attribute.source = source
    return attribute
  }

  /// Takes what an attribute of a model says.
  func take(_ attribute: Attribute) {
    name = attribute.name
    attributeType = NSAttributeType(attribute.type)
    valueClassName = attribute.valueClass
    isOptional = attribute.isOptional
    isTransient = attribute.isTransient
    isIndexed = attribute.isIndexed
    isIndexedBySpotlight = attribute.isIndexedBySpotlight
    isStoredInExternalRecord = attribute.isStoredInExternalRecord
    defaultValue = attribute.defaultValue?.foundationValue
    valueTransformerName = attribute.valueTransformerName
    allowsExternalBinaryDataStorage = attribute.allowsExternalStorage
    preservesValueInHistoryOnDeletion = attribute.preservesValueInHistoryOnDeletion
    allowsCloudEncryption = attribute.allowsCloudEncryption
    versionHashModifier = attribute.versionHashModifier
    renamingIdentifier = attribute.renamingIdentifier
    isSyncable = attribute.isSyncable
    userInfo = [AnyHashable: Any](attribute.userInfo)
    source = attribute
  }

  /// The attribute for a model.
  func attribute(_ composites: inout [CompositeType]) -> Attribute {
    var result = source ?? Attribute(name: name, type: .undefined)
    result.name = name
    result.type = modelType(&composites)
    result.isOptional = isOptional
    result.isTransient = isTransient
    result.isIndexed = isIndexed
    result.isIndexedBySpotlight = isIndexedBySpotlight
    result.isStoredInExternalRecord = isStoredInExternalRecord
    result.defaultValue = defaultValue.flatMap { AttributeValue(foundation: $0, of: result.type) }
    if valueClassName != result.valueClass { result.valueClassName = valueClassName }
    result.valueTransformerName = valueTransformerName
    result.allowsExternalStorage = allowsExternalBinaryDataStorage
    result.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
    result.allowsCloudEncryption = allowsCloudEncryption
    result.versionHashModifier = versionHashModifier
    result.renamingIdentifier = renamingIdentifier
    result.isSyncable = isSyncable
    result.userInfo = userInfo?.entries ?? []
    return result
  }

  func modelType(_ composites: inout [CompositeType]) -> MomentumModel.AttributeType {
    switch attributeType {
    case .undefinedAttributeType: .undefined
    case .integer16AttributeType: .integer16
    case .integer32AttributeType: .integer32
    case .integer64AttributeType: .integer64
    case .decimalAttributeType: .decimal
    case .doubleAttributeType: .double
    case .floatAttributeType: .float
    case .stringAttributeType: .string
    case .booleanAttributeType: .boolean
    case .dateAttributeType: .date
    case .binaryDataAttributeType: .binary
    case .UUIDAttributeType: .uuid
    case .URIAttributeType: .uri
    case .transformableAttributeType: .transformable
    case .objectIDAttributeType: .objectID
    case .compositeAttributeType: .undefined
    }
  }
}

/// An attribute whose value the store computes from other values.
open class NSDerivedAttributeDescription: NSAttributeDescription {
  open var derivationExpression: NSExpression? { didSet { noteChange() } }

  override func makeCopy() -> NSPropertyDescription { NSDerivedAttributeDescription() }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    (copy as? NSDerivedAttributeDescription)?.derivationExpression = derivationExpression
    return copy
  }

  override func take(_ attribute: Attribute) {
    super.take(attribute)
    derivationExpression = attribute.derivation.map { NSExpression(written: $0) }
  }

  override func attribute(_ composites: inout [CompositeType]) -> Attribute {
    var result = super.attribute(&composites)
    result.derivation = derivationExpression?.text
    return result
  }
}

/// An attribute that consists of other attributes.
open class NSCompositeAttributeDescription: NSAttributeDescription {
  open var elements: [NSAttributeDescription] = [] { didSet { noteChange() } }
  /// The name of the composite type in the file that the attribute was read from.
  var compositeName: String?

  public override init() {
    super.init()
    attributeType = .compositeAttributeType
  }

  override func makeCopy() -> NSPropertyDescription { NSCompositeAttributeDescription() }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    guard let composite = copy as? NSCompositeAttributeDescription else { return copy }
    composite.elements = elements.compactMap { $0.copy() as? NSAttributeDescription }
    composite.compositeName = compositeName
    return composite
  }

  override func modelType(_ composites: inout [CompositeType]) -> MomentumModel.AttributeType {
    var own: [Attribute] = []
    for element in elements { own.append(element.attribute(&composites)) }
    if let name = compositeName,
      let known = composites.firstIndex(where: { $0.name == name && $0.elements == own })
    {
      return .composite(CompositeID(known))
    }
    let names = Set(composites.map(\.name))
    let wanted = compositeName ?? "\(name.prefix(1).uppercased())\(name.dropFirst())"
    var unused = wanted
    var number = 2
    while names.contains(unused) {
      unused = "\(wanted)\(number)"
      number += 1
    }
    composites.append(CompositeType(name: unused, elements: own))
    return .composite(CompositeID(composites.count - 1))
  }
}
