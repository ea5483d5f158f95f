import MomentumModel
import MomentumPredicate
import MomentumQuery
import Testing

/// Rows of a request stand for groups as soon as anything is grouped by.
@Suite struct RequestGroupTests {
  @Test(arguments: [
    (properties: 0, expressions: 0, groups: false), (0, 1, true), (1, 0, true), (1, 1, true),
  ])
  func eitherKindOfGroupingIsEnough(properties: Int, expressions: Int, groups: Bool) {
    let path = TypedKeyPath(root: EntityID(0), steps: [], target: .object)
    let request = FetchRequest(
      entity: EntityID(0), propertiesToGroupBy: Array(repeating: path, count: properties),
      expressionsToGroupBy: Array(0..<expressions))
    #expect(
      request.hasGroups == groups,
      "a request grouped by \(properties) properties and \(expressions) expressions")
  }
}
