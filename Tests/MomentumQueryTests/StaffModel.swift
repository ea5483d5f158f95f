import Foundation
import MomentumDiagnostics
import MomentumModel
import MomentumModelFiles
import MomentumQuery
import MomentumSQL
import MomentumStore
import MomentumTestSupport
import Testing

/// The model Staff with every layout that requests are compiled for.
struct StaffModel: Sendable {
  let model: ObjectModel
  /// Core Data's tables, and the plain ones in SQLite and PostgreSQL.
  let layouts: [QueryLayout]
  let employee: EntityID

  init() throws {
    var diagnostics = Diagnostics()
    let path = "Models/Staff.xcdatamodeld/Staff 2.xcdatamodel/contents"
    let source = SourceFile(path: path, text: try RepositoryFiles.text(path))
    let syntax = try #require(ModelReader.read(contents: source, &diagnostics))
    model = try #require(ModelChecker.check(syntax, &diagnostics))
    let plain = PlainLayout { _ in nil }.layOut(model)
    layouts = [
      .coreData(model, CoreDataLayout { _, _ in nil }.layOut(model)),
      .plain(model, plain, .sqlite), .plain(model, plain, .postgreSQL),
    ]
    employee = try #require(model.entity(named: "Employee"))
  }

  /// A request as SQL.
  func sql(
    _ request: FetchRequest, _ layout: QueryLayout, _ options: QueryOptions = QueryOptions()
  ) -> SQLText {
    let lowered = FetchRequestLowering(layout: layout, options: options).lower(request)
    return SQLPrinter.print(lowered.select, dialect: layout.dialect)
  }
}
