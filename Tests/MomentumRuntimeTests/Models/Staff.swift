import Foundation
import MomentumRuntime

// Written by hand after what is generated for the model.

enum Staff: StoredModel {
  static let model = TestModel.read("Staff")
}

struct Contract: StoredEntity, Hashable, Identifiable {
  typealias Model = Staff

  struct ID: ObjectKey { var rawValue: Int64 }

  static let entityName = "Contract"
  static let storedProperties = [
    "datePlanned",
    "sumPlanned",
    "supplierName",
    "owner",
  ]

  var objectID = ID.unsaved
  var datePlanned: Date?
  var sumPlanned: Decimal = 0
  var supplierName: String = ""
  var owner: Employee.ID?

  var id: ID { objectID }

  init() {}

  init(row: Row) throws(RowError) {
    objectID = try row.key(1)
    datePlanned = try row.dateIfPresent(3)
    sumPlanned = try row.decimal(4)
    supplierName = try row.string(5)
    owner = try row.keyIfPresent(6)
  }

  func encode(into row: inout RowEncoder) {
    row.append(datePlanned)
    row.append(sumPlanned)
    row.append(supplierName)
    row.append(owner)
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath

    init(_ path: PropertyPath) { self.path = path }

    var objectID: AttributePath<ID> { AttributePath(object: path) }
    var datePlanned: AttributePath<Date?> { AttributePath(path, "datePlanned") }
    var sumPlanned: AttributePath<Decimal> { AttributePath(path, "sumPlanned") }
    var supplierName: AttributePath<String> { AttributePath(path, "supplierName") }
    var owner: ToOnePath<Employee> { ToOnePath(path, "owner") }
  }
}

struct Department: StoredEntity, Hashable, Identifiable {
  typealias Model = Staff

  struct ID: ObjectKey { var rawValue: Int64 }

  static let entityName = "Department"
  static let storedProperties = [
    "budget",
    "name",
  ]

  var objectID = ID.unsaved
  var budget: Double = 0
  var employeeCount: Int64?
  var name: String = ""

  var id: ID { objectID }

  init() {}

  init(row: Row) throws(RowError) {
    objectID = try row.key(1)
    budget = try row.double(3)
    employeeCount = try row.int64IfPresent(4)
    name = try row.string(5)
  }

  func encode(into row: inout RowEncoder) {
    row.append(budget)
    row.append(name)
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath

    init(_ path: PropertyPath) { self.path = path }

    var objectID: AttributePath<ID> { AttributePath(object: path) }
    var budget: AttributePath<Double> { AttributePath(path, "budget") }
    var employeeCount: AttributePath<Int64?> { AttributePath(path, "employeeCount") }
    var name: AttributePath<String> { AttributePath(path, "name") }
    var employees: ToManyPath<Employee> { ToManyPath(path, "employees") }
  }
}

struct Employee: StoredEntity, Hashable, Identifiable {
  typealias Model = Staff

  struct ID: ObjectKey { var rawValue: Int64 }

  static let entityName = "Employee"
  static let storedProperties = [
    "badge",
    "hiredOn",
    "kind",
    "name",
    "salary",
    "department",
    "manager",
  ]

  var objectID = ID.unsaved
  var badge: Int64 = 0
  var hiredOn: Date = Date(timeIntervalSinceReferenceDate: 0)
  var kind: String = ""
  var name: String = ""
  var salary: Decimal?
  var department: Department.ID?
  var manager: Employee.ID?

  var id: ID { objectID }

  init() {}

  init(row: Row) throws(RowError) {
    objectID = try row.key(1)
    badge = try row.int64(3)
    hiredOn = try row.date(4)
    kind = try row.string(5)
    name = try row.string(6)
    salary = try row.decimalIfPresent(7)
    department = try row.keyIfPresent(8)
    manager = try row.keyIfPresent(9)
  }

  func encode(into row: inout RowEncoder) {
    row.append(badge)
    row.append(hiredOn)
    row.append(kind)
    row.append(name)
    row.append(salary)
    row.append(department)
    row.append(manager)
  }

  struct Paths: EntityPaths {
    private let path: PropertyPath

    init(_ path: PropertyPath) { self.path = path }

    var objectID: AttributePath<ID> { AttributePath(object: path) }
    var badge: AttributePath<Int64> { AttributePath(path, "badge") }
    var hiredOn: AttributePath<Date> { AttributePath(path, "hiredOn") }
    var kind: AttributePath<String> { AttributePath(path, "kind") }
    var name: AttributePath<String> { AttributePath(path, "name") }
    var salary: AttributePath<Decimal?> { AttributePath(path, "salary") }
    var department: ToOnePath<Department> { ToOnePath(path, "department") }
    var manager: ToOnePath<Employee> { ToOnePath(path, "manager") }
    var contracts: ToManyPath<Contract> { ToManyPath(path, "contracts") }
    var reports: ToManyPath<Employee> { ToManyPath(path, "reports") }
    var friends: ToManyPath<Employee> { ToManyPath(path, "friends") }
    var friendOf: ToManyPath<Employee> { ToManyPath(path, "friendOf") }
  }
}
