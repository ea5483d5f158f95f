/// How each type of an attribute is read from a column and written to one, as generated code.
///
/// The forms are those of `MomentumStore`'s value coding: booleans 0 and 1, dates seconds since
/// 2001-01-01 UTC, UUIDs sixteen bytes, URLs text, decimals REAL. SQLite keeps a whole REAL in a
/// column of numeric affinity as an integer, so numbers are read from both.
struct SQLiteConversions {
  let access: AccessLevel

  var declarations: [Declaration] {
    let integers: [Identifier] = ["Int16", "Int32", "Int64"]
    return integers.map(integer) + [
      number("Double", .real(.name("self"))), number("Float", .real(double(of: .name("self")))),
      decimal, string, boolean, date, data, uuid, url,
    ]
  }

  private static let allCases: [Identifier] = ["null", "integer", "real", "text", "blob"]

  /// An extension that reads the cases given and answers nil for the others.
  private func conformance(
    _ type: Identifier, reading cases: [(Identifier, [Statement])], writing value: Expression
  ) -> Declaration {
    var branches = cases.map { name, body in
      Statement.Case([.init(name, "stored")], body)
    }
    let others = SQLiteConversions.allCases.filter { name in !cases.contains { $0.0 == name } }
    branches.append(.init(others.map { .init($0) }, [.returning(.null)]))
    return .type(
      TypeDeclaration(
        .extension, .named(type), inherited: [.named("SQLiteConvertible")],
        members: [
          .function(
            FunctionDeclaration(
              .initializer(isFailable: true), modifiers: [.access(access)],
              parameters: [Parameter("sqliteValue", .named("SQLiteValue"))],
              body: [.switching(.name("sqliteValue"), branches)])),
          .variable(
            VariableDeclaration(
              "sqliteValue", .named("SQLiteValue"), modifiers: [.access(access)],
              body: .getter([.expression(value)]))),
        ]))
  }

  private func become(_ value: Expression) -> [Statement] { [.assign(.name("self"), value)] }

  private func become(unlessNil value: Expression) -> [Statement] {
    [
      .guarding(.binds("value", value), else: .returning(.null)),
      .assign(.name("self"), .name("value")),
    ]
  }

  private func double(of value: Expression) -> Expression { .call("Double", [value]) }

  private func integer(_ type: Identifier) -> Declaration {
    let value = Expression.call(.name(type), [.init("exactly", .name("stored"))])
    return conformance(
      type, reading: [("integer", become(unlessNil: value))],
      writing: .integer(.call("Int64", [.name("self")])))
  }

  private func number(_ type: Identifier, _ written: Expression) -> Declaration {
    let value = become(.call(type, [.name("stored")]))
    return conformance(type, reading: [("integer", value), ("real", value)], writing: written)
  }

  private var decimal: Declaration {
    let text = Expression.member(.name("stored"), "description")
    let parsed = Expression.call(.name("Decimal"), [.init("string", text)])
    let number = Expression.binary(
      double(of: .member(.name("self"), "description")), .orElse,
      .member(.name("Double"), "nan"))
    return conformance(
      "Decimal",
      reading: [
        ("integer", become(.call("Decimal", [.name("stored")]))),
        ("real", become(unlessNil: parsed)),
      ], writing: .real(number))
  }

  private var string: Declaration {
    conformance(
      "String", reading: [("text", become(.name("stored")))], writing: .text(.name("self")))
  }

  private var boolean: Declaration {
    conformance(
      "Bool",
      reading: [("integer", become(.binary(.name("stored"), .notEqual, .literal(0))))],
      writing: .integer(.ternary(.name("self"), .literal(1), .literal(0))))
  }

  private var date: Declaration {
    func value(_ seconds: Expression) -> [Statement] {
      become(.call(.name("Date"), [.init("timeIntervalSinceReferenceDate", seconds)]))
    }
    return conformance(
      "Date",
      reading: [
        ("integer", value(double(of: .name("stored")))), ("real", value(.name("stored"))),
      ], writing: .real(.name("timeIntervalSinceReferenceDate")))
  }

  private var data: Declaration {
    conformance(
      "Data", reading: [("blob", become(.call("Data", [.name("stored")])))],
      writing: .blob(.call("Array", [.name("self")])))
  }

  private var uuid: Declaration {
    let parts: [Identifier] = [
      "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15",
    ]
    let elements = (0..<16).map { Expression.element(.name("stored"), .literal($0)) }
    let isWhole = Expression.binary(.member(.name("stored"), "count"), .equal, .literal(16))
    return conformance(
      "UUID",
      reading: [
        (
          "blob",
          [.guarding(.holds(isWhole), else: .returning(.null))]
            + become(.call(.name("UUID"), [.init("uuid", .tuple(elements))]))
        )
      ],
      writing: .blob(.array(parts.map { .member(.name("uuid"), $0) })))
  }

  private var url: Declaration {
    conformance(
      "URL",
      reading: [
        (
          "text",
          become(unlessNil: .call(.name("URL"), [.init("string", .name("stored"))]))
        )
      ], writing: .text(.name("absoluteString")))
  }
}

extension Expression {
  /// `.integer(<value>)` and the like: cases of the generated `SQLiteValue`.
  fileprivate static func integer(_ value: Expression) -> Expression { stored("integer", value) }
  fileprivate static func real(_ value: Expression) -> Expression { stored("real", value) }
  fileprivate static func text(_ value: Expression) -> Expression { stored("text", value) }
  fileprivate static func blob(_ value: Expression) -> Expression { stored("blob", value) }
  fileprivate static func literal(_ number: Int64) -> Expression { .integer(number) }

  private static func stored(_ name: Identifier, _ value: Expression) -> Expression {
    .call(.implicitMember(name), [.init(nil, value)])
  }
}
