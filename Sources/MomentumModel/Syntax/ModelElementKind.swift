/// The elements of a `contents` file, by their XML names.
package enum ModelElementKind: String, Sendable, Hashable, CaseIterable {
  case model
  case entity
  case attribute
  case relationship
  case fetchedProperty
  case fetchRequest
  case fetchIndex
  case fetchIndexElement
  case uniquenessConstraints
  case uniquenessConstraint
  case constraint
  case compoundIndexes
  case compoundIndex
  case index
  case configuration
  case memberEntity
  case composite
  case userInfo
  case entry
  /// The layout of the diagram in older versions of Xcode's editor; contains an `element` for each
  /// entity.
  case elements
  /// The position of one entity in that diagram.
  case element
}
