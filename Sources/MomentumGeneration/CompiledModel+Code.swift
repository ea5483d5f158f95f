package import MomentumCodegen
package import MomentumCompiler
import MomentumModel
import MomentumModelFiles
import MomentumPredicate
import MomentumQuery
import MomentumSQL

// Makes Swift code for a model.

/// The kind of code to generate, by the framework that it uses.
///
/// ```swift
/// for file in try DataModel(contentsOf: "App.xcdatamodeld").swiftFiles(.swift) {
///   print(file.name, file.text.utf8.count)
/// }
/// ```
public enum CodeTarget: String, Sendable, Hashable, CaseIterable {
  /// Managed object classes, as Xcode writes them.
  case coreData = "core-data"
  /// Structs that need no framework, with the conformances that a store of `MomentumRuntime` needs.
  case swift
  /// `@Model` classes of SwiftData, whose version hashes equal those of the model's entities.
  case swiftData = "swiftdata"
  /// Classes of managed objects with typed properties, for `MomentumObjects`.
  case objects
}

extension CompiledModel {
  /// The source files, sorted by name; equal models make equal bytes.
  package func generatedCode(
    _ target: CodeTarget, options: CodegenOptions
  ) -> [GeneratedFile] {
    // The SwiftData target has no functions for stored requests, because SwiftData's requests are
    // written in code.
    let requests =
      target == .swiftData ? [] : storedRequests.filter(\.isUsable).map(codegenRequest)
    switch target {
    case .coreData: return CoreDataEmitter.emit(model, requests: requests, options: options)
    case .swift:
      return PortableEmitter.emit(
        model, store: portableStore, requests: requests, options: options)
    case .swiftData: return SwiftDataEmitter.emit(model, options: options)
    case .objects: return ObjectsEmitter.emit(model, requests: requests, options: options)
    }
  }

  /// The text of the model and the columns of each entity's rows, which generated code needs to use
  /// a store.
  private var portableStore: PortableStore {
    let lowering = FetchRequestLowering(layout: queryLayout(.coreData))
    return PortableStore(
      contents: ModelWriter.contents(of: model),
      rows: model.entityIDs.map { id in
        lowering.lower(FetchRequest(entity: id)).columns.map(column)
      })
  }

  func codegenRequest(_ stored: CheckedStoredRequest) -> CompiledFetchRequest {
    let variables = stored.predicate?.variables ?? []
    // Each combination of nil arguments needs another statement, so only the first few parameters
    // accept nil.
    let nullable = stored.predicate?.nullableVariables(in: model) ?? []
    let nullNames = variables.map(\.name).filter(nullable.contains)
      .prefix(CompiledModel.nullParametersMax)
    // The rows of a request for dictionaries have no type in generated code, so it gets no
    // statement.
    let fetch = stored.request.resultType == .dictionary ? nil : compile(stored)
    return CompiledFetchRequest(
      request: stored.request,
      parameters: variables.map {
        .init(
          name: $0.name, type: valueType($0.type), isCollection: $0.isCollection,
          acceptsNil: nullNames.contains($0.name))
      },
      statement: fetch.map { statement($0, variables) },
      nullVariants: fetch.map { nullVariants(of: $0, Array(nullNames), variables) } ?? [])
  }

  private static let nullParametersMax = 4

  private func nullVariants(
    of fetch: CompiledFetch, _ names: [String], _ variables: [PredicateVariable]
  ) -> [CompiledFetchRequest.NullVariant] {
    let choices = (1..<(1 << names.count)).sorted {
      ($0.nonzeroBitCount, $1) > ($1.nonzeroBitCount, $0)
    }
    return choices.map { bits in
      let nils = names.indices.filter { bits >> $0 & 1 == 1 }.map { names[$0] }
      var request = fetch.request
      request.predicate = request.predicate?.substitutingNil(for: Set(nils))
      return CompiledFetchRequest.NullVariant(
        parameters: nils, statement: statement(compile(request), variables))
    }
  }

  private func valueType(
    _ type: PredicateType
  ) -> CompiledFetchRequest.Parameter.ValueType {
    switch type {
    case .attribute(let type): .attribute(type)
    case .object(let entity): .object(entity)
    case .count: .count
    }
  }

  // MARK: - Statements

  /// The statement in pieces, cut at placeholders whose number depends on the length of a list.
  private func statement(
    _ fetch: CompiledFetch, _ variables: [PredicateVariable]
  ) -> CompiledFetchRequest.Statement {
    let lists = Set(variables.filter(\.isCollection).map(\.name))
    let bytes = Array(fetch.sql.text.utf8)
    var pieces: [CompiledFetchRequest.Statement.Piece] = []
    var bindings: [CompiledFetchRequest.Statement.Binding] = []
    var start = 0
    for (binding, offset) in zip(fetch.sql.bindings, fetch.sql.placeholders) {
      guard case .parameter(let name) = binding else {
        if case .value(let value) = binding { bindings.append(.value(literal(value))) }
        continue
      }
      let list = String(name.prefix { $0 != "[" })
      if lists.contains(name) {
        pieces.append(.text(String(decoding: bytes[start..<offset], as: UTF8.self)))
        pieces.append(.placeholders(of: name))
        bindings.append(.list(name))
        start = offset + 1
      } else if lists.contains(list) {
        // The two bounds of BETWEEN are one list, so they are bound once, at the first placeholder.
        if name.hasSuffix("[0]") { bindings.append(.list(list)) }
      } else {
        bindings.append(.parameter(name))
      }
    }
    pieces.append(.text(String(decoding: bytes[start...], as: UTF8.self)))
    return CompiledFetchRequest.Statement(pieces: pieces, bindings: bindings, rows: rows(fetch))
  }

  private func literal(_ value: SQLValue) -> CompiledFetchRequest.Statement.Literal {
    switch value {
    case .null: .null
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .text(let text): .text(text)
    case .blob(let bytes): .blob(bytes)
    }
  }

  private func rows(_ fetch: CompiledFetch) -> CompiledFetchRequest.Rows {
    switch fetch.request.resultType {
    case .count: .counts(column: 0)
    case .managedObjectIDs: .objectIDs(column: 1)
    case .managedObjects, .dictionaries: .objects(fetch.columns.map(column))
    }
  }

  private func column(_ column: FetchColumn) -> CompiledFetchRequest.Column {
    switch column {
    case .primaryKey: .primaryKey
    case .attribute(let id): .property([model[id].name])
    case .compositeElement(let id, let path, _): .property([model[id].name] + path)
    case .toOne(let id): .property([model[id].name])
    case .constant, .entityNumber, .optimisticLock, .count, .toOneEntity, .value: .ignored
    }
  }
}
