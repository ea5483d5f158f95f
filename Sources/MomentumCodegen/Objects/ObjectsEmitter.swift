package import MomentumModel

/// Writes the classes of a model for MomentumObjects: subclasses of `ManagedObject` with typed
/// properties.
///
/// The codegen setting of an entity, its class name and its module have the meaning that they have
/// for Core Data code (`CoreDataEmitter`): per class `Venue+ObjectClass.swift` and
/// `Venue+ObjectProperties.swift`, for *Category/Extension* only the second. Functions for stored
/// fetch requests are in `<Model>+FetchRequests.swift`, enums that user info describes in
/// `<Model>+ValueTypes.swift`, and the list that a container takes in `<Model>+Classes.swift`.
package enum ObjectsEmitter {
  /// The files of a model, sorted by name; equal models make equal bytes.
  package static func emit(
    _ model: ObjectModel, requests: [CompiledFetchRequest] = [], options: CodegenOptions
  ) -> [GeneratedFile] {
    let plan = ObjectsPlan(model, options)
    let parts = classParts(plan) + modelParts(plan, requests)
    switch options.files {
    case .xcode, .split:
      return parts.map { file($0.name, $0.declarations(), plan, isWrittenOnce: $0.isWrittenOnce) }
        .sorted { $0.name < $1.name }
    case .single:
      let stem = FileNames.stems(for: [options.modelName])[0]
      let all = parts.flatMap { $0.declarations() }
      return all.isEmpty ? [] : [file("\(stem)+Objects.swift", all, plan)]
    }
  }

  /// The members that a property of a generated class cannot have as its name.
  package static var reservedMembers: Set<String> { ObjectClassWriter.reservedMembers }

  private typealias Part = (
    name: String, declarations: () -> [Declaration], isWrittenOnce: Bool
  )

  private static func classParts(_ plan: ObjectsPlan) -> [Part] {
    let list = plan.classes.list
    let isSplit = plan.options.files == .split
    var parts: [Part] = []
    for (managedClass, stem) in zip(list, FileNames.stems(for: list.map { $0.name.text }))
    where managedClass.arePropertiesWritten {
      let writer = ObjectClassWriter(plan: plan, managedClass: managedClass)
      if managedClass.isWritten {
        let name = isSplit ? "\(stem).swift" : "\(stem)+ObjectClass.swift"
        parts.append((name, { [writer.classDeclaration] }, isSplit))
      }
      parts.append(
        ("\(stem)+ObjectProperties.swift", { writer.propertiesDeclarations }, false))
    }
    return parts
  }

  private static func modelParts(
    _ plan: ObjectsPlan, _ requests: [CompiledFetchRequest]
  ) -> [Part] {
    let stem = FileNames.stems(for: [plan.options.modelName])[0]
    let topics = [
      ("FetchRequests", ObjectRequestWriter(plan: plan).declarations(requests)),
      ("ValueTypes", plan.enumDeclarations), ("Classes", plan.registration),
    ]
    return topics.filter { !$0.1.isEmpty }.map { topic, declarations in
      ("\(stem)+\(topic).swift", { declarations }, false)
    }
  }

  private static func file(
    _ name: String, _ declarations: [Declaration], _ plan: ObjectsPlan, isWrittenOnce: Bool = false
  ) -> GeneratedFile {
    let file = SwiftFile(
      declarations: plan.imports(for: declarations) + declarations,
      heading: isWrittenOnce ? .writtenOnce : .generated)
    return GeneratedFile(name: name, text: SwiftPrinter.print(file), isWrittenOnce: isWrittenOnce)
  }
}

extension ObjectsPlan {
  private var written: [ManagedClasses.ManagedClass] {
    classes.list.filter(\.arePropertiesWritten)
  }

  /// `extension ObjectClasses { public static var shop: ObjectClasses { … } }`
  ///
  /// Classes whose properties are not written are left out: the app may not have them.
  fileprivate var registration: [Declaration] {
    let entries = written.flatMap { item in item.entities.map { (entity: $0, name: item.name) } }
      .sorted { $0.entity.index < $1.entity.index }
    guard !entries.isEmpty else { return [] }
    let list = TypeReference.objects("ObjectClasses")
    var scope = NameScope()
    let name = scope.claim(Identifier.nearest(to: options.modelName).lowered.text)
    let assignments = entries.map { entry in
      Statement.assign(
        .element(.name("classes"), .init(nil, .string(model[entry.entity].name))),
        .member(.type(.named(entry.name)), "self"))
    }
    let variable = VariableDeclaration(
      name, list, comment: Comment("The classes of the model '\(options.modelName)'."),
      modifiers: modifiers + [.static],
      body: .getter(
        [.variable("classes", .call(.type(list), []))] + assignments
          + [.returning(.name("classes"))]))
    return [.type(TypeDeclaration(.extension, list, members: [.variable(variable)]))]
  }

  /// `public enum PriceCategory: String, Sendable, CaseIterable { case cheap = "$" … }`, for the
  /// value types of classes whose properties are written.
  fileprivate var enumDeclarations: [Declaration] {
    let attributes = written.flatMap(\.entities).flatMap { model[$0].attributes }
    let used = Set(attributes.compactMap { valueType(of: $0)?.name[0] })
    return valueTypes.generated.filter { used.contains($0.name) }.compactMap { generated in
      guard let rawType = type(of: generated.rawType) else { return nil }
      return .type(
        TypeDeclaration(
          .enum, .named(generated.name), modifiers: modifiers,
          inherited: [rawType] + ["Sendable", "CaseIterable"].map { types.swift($0) },
          members: generated.cases.map {
            .enumCase($0.name, payload: [], rawValue: $0.rawExpression)
          }))
    }
  }
}

extension AttributeValueType.Case {
  /// The raw value as a literal; value types have texts and whole numbers only.
  var rawExpression: Expression? {
    switch rawValue {
    case .string(let text): .string(text)
    case .integer(let number): .integer(number)
    case .double, .decimal, .boolean, .date, .binary, .uuid, .uri: nil
    }
  }
}
