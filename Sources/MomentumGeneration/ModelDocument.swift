import MomentumCodegen
package import MomentumCompiler
package import MomentumDiagnostics
import MomentumModel
import MomentumPredicate
import MomentumQuery
import MomentumSQL
import MomentumStore

/// A compiled model as one JSON document, with everything that a code generator needs; Momentum's
/// own generator needs no more.
///
/// `Grammar/ModelDocument.schema.json` describes the document. A `formatVersion` may get further
/// members; a change that renames or removes a member, or changes its meaning, makes the next
/// version.
package struct ModelDocument {
  package static let formatVersion = 1

  private let compiled: CompiledModel
  private let lowering: FetchRequestLowering
  private var model: ObjectModel { compiled.model }

  package init(_ compiled: CompiledModel) {
    self.compiled = compiled
    lowering = FetchRequestLowering(layout: compiled.queryLayout(.coreData))
  }

  /// The document. Equal models make equal texts.
  package var json: JSONText {
    guard case .object(var members) = model.json else { return model.json }
    for index in members.indices {
      switch members[index].key {
      case "entities": members[index].value = extended(members[index].value, by: entityMembers)
      case "fetchRequests":
        members[index].value = extended(members[index].value, by: requestMembers)
      case _: break
      }
    }
    return .object([("formatVersion", .integer(ModelDocument.formatVersion))] + members)
  }

  private typealias Members = [(key: String, value: JSONText)]

  /// Adds members to each object of a JSON array; `more` returns the members for the object with an
  /// index.
  private func extended(_ list: JSONText, by more: (Int) -> Members) -> JSONText {
    guard case .array(let items) = list else { return list }
    return .array(
      items.enumerated().map { index, item in
        guard case .object(let members) = item else { return item }
        return .object(members + more(index))
      })
  }

  // MARK: - Entities

  /// The table that Core Data stores the entity's objects in, and the statement that reads them.
  private func entityMembers(_ index: Int) -> Members {
    let id = EntityID(index)
    let lowered = lowering.lower(FetchRequest(entity: id))
    return [
      ("table", .string(compiled.schema[id].table)),
      ("entityNumber", .integer(compiled.schema[id].number)),
      (
        "select",
        .object([
          ("sql", .string(SQLPrinter.print(lowered.select).text)),
          ("columns", .array(lowered.columns.map(column))),
        ])
      ),
    ]
  }

  private func column(_ column: FetchColumn) -> JSONText {
    func named(_ kind: String, _ path: [String] = []) -> JSONText {
      let property = path.isEmpty ? [] : [("property", JSONText.array(path.map(JSONText.string)))]
      return .object([("kind", .string(kind))] + property)
    }
    return switch column {
    case .constant: named("constant")
    case .entityNumber: named("entityNumber")
    case .primaryKey: named("primaryKey")
    case .optimisticLock: named("optimisticLock")
    case .attribute(let id): named("attribute", [model[id].name])
    case .compositeElement(let id, let path, _): named("attribute", [model[id].name] + path)
    case .toOne(let id): named("toOne", [model[id].name])
    case .toOneEntity(let id): named("toOneEntityNumber", [model[id].name])
    case .value(let name, _): named("value", [name])
    case .count: named("count")
    }
  }

  // MARK: - Fetch requests

  private func requestMembers(_ index: Int) -> Members {
    guard index < compiled.storedRequests.count else { return [] }
    let stored = compiled.storedRequests[index]
    guard stored.isUsable else { return [("isUsable", .bool(false))] }
    let request = compiled.codegenRequest(stored)
    var members: Members = [("parameters", .array(request.parameters.map(parameter)))]
    if let statement = request.statement { members.append(("statement", json(statement))) }
    if !request.nullVariants.isEmpty {
      members.append(
        (
          "nullVariants",
          .array(
            request.nullVariants.map { variant in
              .object([
                ("parameters", .array(variant.parameters.map(JSONText.string))),
                ("statement", json(variant.statement)),
              ])
            })
        ))
    }
    return members
  }

  private func parameter(_ parameter: CompiledFetchRequest.Parameter) -> JSONText {
    let type: (key: String, value: JSONText) =
      switch parameter.type {
      case .attribute(let type): ("type", .string(type.xmlName))
      case .object(let entity): ("entity", .string(model[entity].name))
      case .count: ("type", .string("Integer 64"))
      }
    return .object([
      ("name", .string(parameter.name)), type, ("isCollection", .bool(parameter.isCollection)),
      ("acceptsNil", .bool(parameter.acceptsNil)),
    ])
  }

  private func json(_ statement: CompiledFetchRequest.Statement) -> JSONText {
    .object([
      (
        "pieces",
        .array(
          statement.pieces.map { piece in
            switch piece {
            case .text(let text): .object([("text", .string(text))])
            case .placeholders(let name): .object([("placeholdersOf", .string(name))])
            }
          })
      ),
      ("bindings", .array(statement.bindings.map(json))),
      ("rows", rows(statement.rows)),
    ])
  }

  private func json(_ binding: CompiledFetchRequest.Statement.Binding) -> JSONText {
    switch binding {
    case .value(let literal): .object([literalMember(literal)])
    case .parameter(let name): .object([("parameter", .string(name))])
    case .list(let name): .object([("eachOf", .string(name))])
    }
  }

  private func literalMember(
    _ literal: CompiledFetchRequest.Statement.Literal
  ) -> (key: String, value: JSONText) {
    switch literal {
    case .null: ("null", .bool(true))
    case .integer(let number): ("integer", .integer(Int(number)))
    case .real(let number): ("real", .number(number))
    case .text(let text): ("text", .string(text))
    case .blob(let bytes): ("blob", .string(bytes.hexadecimal))
    }
  }

  private func rows(_ rows: CompiledFetchRequest.Rows) -> JSONText {
    switch rows {
    case .objects(let columns):
      .object([
        ("kind", .string("objects")),
        (
          "columns",
          .array(
            columns.map { column in
              switch column {
              case .primaryKey: .object([("kind", .string("primaryKey"))])
              case .property(let path):
                .object([
                  ("kind", .string("property")), ("property", .array(path.map(JSONText.string))),
                ])
              case .ignored: .object([("kind", .string("ignored"))])
              }
            })
        ),
      ])
    case .objectIDs(let column):
      .object([("kind", .string("objectIDs")), ("column", .integer(column))])
    case .counts(let column): .object([("kind", .string("counts")), ("column", .integer(column))])
    }
  }
}
