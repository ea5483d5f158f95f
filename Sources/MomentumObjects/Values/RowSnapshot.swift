package import MomentumModel

/// The values of one row as a store returned them. It never changes.
///
/// It is an index in a page of rows (`RowPage`), and values are made when they are read. Several
/// objects, one in each context, may share a snapshot. To-many relationships are not in it.
package struct RowSnapshot: Sendable {
  let page: RowPage
  fileprivate let index: Int

  init(_ page: RowPage, _ index: Int) {
    self.page = page
    self.index = index
  }

  /// A row in a page of its own.
  ///
  /// - Parameters:
  ///   - version: `Z_OPT`: how often the row was saved.
  ///   - values: The attribute values by index in ``EntityPlan/leaves``; those of transient
  ///     attributes are `nil`. Empty for a row that was read without its values.
  ///   - toOnes: The objects of to-one relationships by index in ``EntityPlan/toOnes``; `nil` for
  ///     an empty relationship.
  ///   - readAt: When the row was read, in seconds since 2001-01-01 UTC.
  package init(
    _ id: ObjectID, version: Int64, values: [AttributeValue?], toOnes: [ObjectID?], readAt: Double
  ) {
    var builder = RowPageBuilder()
    builder.begin(id, version: version, leaves: values.count, toOnes: toOnes.count)
    for value in values { builder.append(value) }
    for toOne in toOnes { builder.append(object: toOne) }
    self.init(builder.close(readAt: readAt), 0)
  }

  var head: RowHead { page.heads[index] }
  package var id: ObjectID { page.id(head) }
  var place: ObjectPlace { page.place(head) }
  /// `Z_OPT`: how often the row was saved. A save compares it to find the changes of others.
  package var version: Int64 { head.version }
  /// When the row was read, in seconds since 2001-01-01 UTC.
  package var readAt: Double { page.readAt }

  /// Whether another row has the same store and entity.
  func hasSamePlace(as other: RowSnapshot) -> Bool {
    page === other.page ? head.hasSamePlace(as: other.head) : place === other.place
  }

  /// Whether both snapshots come from the same read of the same row. Two reads of a row make two
  /// snapshots, even if the values are equal.
  func isSame(as other: RowSnapshot?) -> Bool {
    guard let other else { return false }
    return page === other.page && index == other.index
  }

  // MARK: - Values

  /// The attribute values by index in ``EntityPlan/leaves``, all made at once.
  package var values: [AttributeValue?] { (0..<head.leafCount).map { value($0) } }
  /// The objects of to-one relationships by index in ``EntityPlan/toOnes``.
  package var toOnes: [ObjectID?] { (0..<head.toOneCount).map { toOne($0) } }

  /// The attribute value with an index in ``EntityPlan/leaves``; `nil` for NULL, and for every
  /// value of a row that was read without its values.
  package func value(_ leaf: Int) -> AttributeValue? {
    head.cell(ofLeaf: leaf).flatMap { page.value(page.cell($0)) }
  }

  package func toOne(_ index: Int) -> ObjectID? {
    head.cell(ofToOne: index).flatMap { page.object(page.cell($0)) }
  }

  /// Whether the attribute value with an index in ``EntityPlan/leaves`` is equal to `value`.
  func holds(_ value: AttributeValue?, at leaf: Int) -> Bool {
    guard let cell = head.cell(ofLeaf: leaf) else { return value == nil }
    return page.holds(value, page.cell(cell))
  }

  /// Whether another row has an equal attribute value at an index in ``EntityPlan/leaves``.
  func hasEqualValue(at leaf: Int, as other: RowSnapshot) -> Bool {
    guard let one = head.cell(ofLeaf: leaf), let two = other.head.cell(ofLeaf: leaf) else {
      return value(leaf) == other.value(leaf)
    }
    return RowPage.areEqual(page.cell(one), of: page, other.page.cell(two), of: other.page)
  }

  /// Whether a to-one relationship leads to the same object in another row.
  func hasEqualObject(at index: Int, as other: RowSnapshot) -> Bool {
    guard let one = head.cell(ofToOne: index), let two = other.head.cell(ofToOne: index) else {
      return toOne(index) == other.toOne(index)
    }
    return RowPage.areEqual(page.cell(one), of: page, other.page.cell(two), of: other.page)
  }
}

/// Rows that follow each other in a list and share a page and a place.
struct RowBlock {
  let page: RowPage
  let place: ObjectPlace
  /// The index of the first row in the page.
  let first: Int
  /// Their primary keys.
  let numbers: [Int64]
}

extension RowPage {
  /// The parts of a range of rows whose rows have one place each.
  func runs(in range: Range<Int>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, heads[end].hasSamePlace(as: heads[start]) { end += 1 }
      runs.append(start..<end)
      start = end
    }
    return runs
  }
}

extension [RowSnapshot] {
  /// The block at an index: rows that a store has read are in their page one after the other.
  func block(from start: Int) -> RowBlock {
    let (page, first) = (self[start].page, self[start].index)
    let head = page.heads[first]
    var size = 1
    while start + size < count, first + size < page.heads.count,
      self[start + size].index == first + size, self[start + size].page === page,
      page.heads[first + size].hasSamePlace(as: head)
    { size += 1 }
    return RowBlock(
      page: page, place: page.place(head), first: first,
      numbers: page.heads[first..<first + size].map(\.number))
  }
}
