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
    return CodePart.files(
      classParts(plan) + modelParts(plan, requests), options, suffix: "Objects"
    ) { file($0, $1, plan, isWrittenOnce: $2) }
  }

  /// The names that a property of a generated class cannot have; such a property gets a `_` after
  /// its name.
  package static var reservedMembers: Set<String> { ObjectClassWriter.reservedMembers }

  private static func classParts(_ plan: ObjectsPlan) -> [CodePart] {
    let list = plan.classes.list
    let isSplit = plan.options.files == .split
    var parts: [CodePart] = []
    for (managedClass, stem) in zip(list, FileNames.stems(for: list.map { $0.name.text }))
    where managedClass.arePropertiesWritten {
      let writer = ObjectClassWriter(plan: plan, managedClass: managedClass)
      if managedClass.isWritten {
        let name = isSplit ? "\(stem).swift" : "\(stem)+ObjectClass.swift"
        parts.append(
          CodePart(name: name, declarations: { [writer.classDeclaration] }, isWrittenOnce: isSplit))
      }
      parts.append(
        CodePart(
          name: "\(stem)+ObjectProperties.swift", declarations: { writer.propertiesDeclarations }))
    }
    return parts
  }

  private static func modelParts(
    _ plan: ObjectsPlan, _ requests: [CompiledFetchRequest]
  ) -> [CodePart] {
    let stem = FileNames.stems(for: [plan.options.modelName])[0]
    let topics = [
      ("FetchRequests", ObjectRequestWriter(plan: plan).declarations(requests)),
      ("ValueTypes", plan.enumDeclarations), ("Classes", plan.registration),
    ]
    return topics.filter { !$0.1.isEmpty }.map { topic, declarations in
      CodePart(name: "\(stem)+\(topic).swift", declarations: { declarations })
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

  /// The list of classes that an app passes to a container: `extension ObjectClasses { public
  /// static var shop: ObjectClasses { … } }`.
  ///
  /// Classes whose properties are not generated are left out: the app may not have these classes.
  fileprivate var registration: [Declaration] {
    let entries = written.flatMap { item in item.entities.map { (entity: $0, name: item.name) } }
      .sorted { $0.entity.index < $1.entity.index }
    guard !entries.isEmpty else { return [] }
    let list = TypeReference.objects("ObjectClasses")
    // The variables in the getter must not have the name of a class: `shop.self` would then mean
    // the variable.
    var scope = NameScope(reserved: classNames)
    let name = scope.claim(Identifier.nearest(to: options.modelName).lowered.text)
    let result = scope.claim("classes")
    let assignments = entries.map { entry in
      Statement.assign(
        .element(.name(result), .init(nil, .string(model[entry.entity].name))),
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

  fileprivate var enumDeclarations: [Declaration] {
    valueTypes.enums(
      for: written.flatMap(\.entities).map { model[$0] }, hiddenBy: classNames, types, modifiers)
  }
}
