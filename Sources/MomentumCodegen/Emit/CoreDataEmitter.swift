public import MomentumModel

/// Writes the managed object classes of a model, as Xcode's *Create NSManagedObject Subclass* does.
///
/// Per class `Venue+CoreDataClass.swift` and `Venue+CoreDataProperties.swift`; an entity with codegen
/// *Category/Extension* gets only the second. Entities without a class of their own are plain
/// `NSManagedObject` and get no file. Entities that share one class get one class with the
/// properties of all. Properties stand as in Xcode's output: attributes by name, then relationships
/// by name. Stored fetch requests come in one more file, `<Model>+FetchRequests.swift`, which Xcode
/// does not write.
///
/// Source: observed in public repositories, files written by Xcode 8–16: the order of properties, the
/// types, the accessors and their selectors, the empty lines.
public enum CoreDataEmitter {
  /// The files of a model, sorted by name; the same model gives the same bytes.
  ///
  /// A fetch request of the model without an entry in `requests` has no known parameters and gets no
  /// function.
  public static func emit(
    _ model: ObjectModel, requests: [CompiledFetchRequest] = [], options: CodegenOptions
  ) -> [GeneratedFile] {
    let classes = ManagedClasses(model)
    let stems = FileNames.stems(for: classes.list.map { $0.name.text })
    var files: [GeneratedFile] = []
    for (managedClass, stem) in zip(classes.list, stems) {
      let writer = ManagedClassWriter(
        model: model, classes: classes, managedClass: managedClass, access: options.access)
      if managedClass.hasClassFile {
        files.append(file("\(stem)+CoreDataClass.swift", writer.classFile))
      }
      files.append(file("\(stem)+CoreDataProperties.swift", writer.propertiesFile))
    }
    let functions = ManagedRequestWriter(model: model, classes: classes, access: options.access)
    if let requestFile = functions.file(requests) {
      let stem = FileNames.stems(for: [options.modelName])[0]
      files.append(file("\(stem)+FetchRequests.swift", requestFile))
    }
    return files.sorted { $0.name < $1.name }
  }

  private static func file(_ name: String, _ file: SwiftFile) -> GeneratedFile {
    GeneratedFile(name: name, text: SwiftPrinter.print(file))
  }
}
