import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import Testing

/// The order of dictionaries by one of their own values.
@Suite struct FetchedOrderTests {
  private let staff: StaffModel

  init() throws { staff = try StaffModel() }

  private func path(_ name: String) throws -> TypedKeyPath {
    guard case .attribute(let id)? = staff.model.property(named: name, in: staff.employee) else {
      throw Missing()
    }
    return TypedKeyPath(root: staff.employee, steps: [], target: .attribute(id))
  }

  private struct Missing: Error {}

  /// Only texts have a collation: a number, an id and a key have one order.
  @Test(arguments: [
    (0, "t0.ZNAME COLLATE MomentumCaseInsensitive"), (1, "t0.ZBADGE"), (2, "t0.Z_PK"), (3, ""),
  ])
  func aTextAloneIsCollated(index: Int, order: String) throws {
    let request = FetchRequest(
      entity: staff.employee,
      sortKeys: [SortKey(.fetchedProperty(index), comparison: .caseInsensitive)],
      resultType: .dictionaries,
      propertiesToFetch: [
        PropertyToFetch(name: "name", value: .path(try path("name"))),
        PropertyToFetch(name: "badge", value: .path(try path("badge"))),
        PropertyToFetch(name: "id", value: .objectID),
      ])
    let text = staff.sql(request, staff.layouts[0]).text
    let parts = text.split(separator: " ORDER BY ")
    #expect((parts.count > 1 ? String(parts[1]) : "") == order, "\(text)")
  }
}
