package import MomentumModel

/// Writes the managed object classes of a model, as Xcode's *Create NSManagedObject Subclass* does.
///
/// Per class `Venue+CoreDataClass.swift` and `Venue+CoreDataProperties.swift`, for the entities
/// that `CodegenOptions.selection` names; an entity with codegen *Category/Extension* gets only the
/// second. Entities without a class are plain `NSManagedObject` and get no file. Entities that
/// share one class get one class with the properties of all (assumed: no file of Xcode's was found
/// for this case). Properties are in Xcode's order: attributes by name, then relationships by name.
/// Stored fetch requests come in one more file, `<Model>+FetchRequests.swift`, and enums that user
/// info describes in `<Model>+ValueTypes.swift`; Xcode writes neither.
///
/// Source: observed in public repositories, files written by Xcode 8–26: the order of properties,
/// the types, the accessors and their selectors, the empty lines.
package enum CoreDataEmitter {
  /// The files of a model, sorted by name; equal models make equal bytes.
  ///
  /// A fetch request of the model without an entry in `requests` has unknown parameters, so it gets
  /// no function.
  package static func emit(
    _ model: ObjectModel, requests: [CompiledFetchRequest] = [], options: CodegenOptions
  ) -> [GeneratedFile] {
    let plan = ManagedPlan(model, options)
    return CodePart.files(parts(plan, requests), options, suffix: "CoreData") {
      file($0, $1, plan, isWrittenOnce: $2)
    }
  }

  /// The parts of a model that the files leave out, a phrase for each kind: entities that the
  /// options exclude, and fetched properties.
  package static func omissions(_ model: ObjectModel, options: CodegenOptions) -> [String] {
    ManagedOmissions(model: model, options: options).texts
  }

  private static func parts(_ plan: ManagedPlan, _ requests: [CompiledFetchRequest]) -> [CodePart] {
    let list = plan.classes.list
    let isSplit = plan.options.files == .split
    let stems = FileNames.stems(for: list.map { $0.name.text })
    let modelStem = FileNames.stems(for: [plan.options.modelName])[0]
    var parts: [CodePart] = []
    for (managedClass, stem) in zip(list, stems) where managedClass.arePropertiesWritten {
      let writer = ManagedClassWriter(plan: plan, managedClass: managedClass)
      if managedClass.isWritten {
        let name = isSplit ? "\(stem).swift" : "\(stem)+CoreDataClass.swift"
        // Apps write their methods into the class file. So it is kept if it has Xcode's layout, as
        // Xcode's menu command keeps it, and with the option `split`, which gives the file to the
        // app.
        let isWrittenOnce = isSplit || plan.options.style == .xcode
        parts.append(
          CodePart(
            name: name, declarations: { [writer.classDeclaration] }, isWrittenOnce: isWrittenOnce))
      }
      parts.append(
        CodePart(
          name: "\(stem)+CoreDataProperties.swift", declarations: { writer.propertiesDeclarations })
      )
    }
    let functions =
      plan.options.hasRequestFunctions
      ? ManagedRequestWriter(plan: plan).declarations(requests) : []
    if !functions.isEmpty {
      parts.append(CodePart(name: "\(modelStem)+FetchRequests.swift", declarations: { functions }))
    }
    let enums = plan.enumDeclarations
    if !enums.isEmpty {
      parts.append(CodePart(name: "\(modelStem)+ValueTypes.swift", declarations: { enums }))
    }
    return parts
  }

  private static func file(
    _ name: String, _ declarations: [Declaration], _ plan: ManagedPlan, isWrittenOnce: Bool = false
  ) -> GeneratedFile {
    switch plan.options.style {
    case .swiftFormat:
      let file = SwiftFile(
        declarations: plan.imports(for: declarations) + declarations,
        heading: isWrittenOnce ? .writtenOnce : .generated)
      return GeneratedFile(
        name: name, text: SwiftPrinter.print(file), isWrittenOnce: isWrittenOnce)
    case .xcode:
      let file = SwiftFile(
        declarations: plan.plainImports + declarations,
        heading: .xcode(file: name, project: plan.options.modelName), layout: .xcode)
      return GeneratedFile(
        name: name, text: SwiftPrinter.print(file), isWrittenOnce: isWrittenOnce,
        isInXcodeStyle: true)
    }
  }
}

extension ManagedPlan {
  fileprivate var enumDeclarations: [Declaration] {
    let written = classes.list.filter(\.arePropertiesWritten).flatMap(\.entities)
    return valueTypes.enums(
      for: written.map { model[$0] }, hiddenBy: classNames, types, modifiers.plain)
  }
}
