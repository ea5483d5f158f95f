import Foundation
import MomentumCodegen
import MomentumModel
import MomentumTestSupport
import Testing

/// Generated classes of managed objects go through the real compiler, beside the real module.
@Suite(
  .serialized, .tags(.compiles, .random),
  .enabled(if: SwiftCompiler.objectsArguments != nil, "there is no built MomentumObjects"))
struct ObjectsCodeTests {
  private func expectClean(
    _ samples: [Sample], _ settings: [String] = CompiledCodeTests.settings,
    _ access: AccessLevel = .public, _ change: @Sendable (inout CodegenOptions) -> Void = { _ in }
  ) throws {
    let compiler = try #require(SwiftCompiler.found)
    let modules = try #require(SwiftCompiler.objectsArguments)
    for sample in samples {
      try RepositoryFiles.withTemporaryFolder { folder in
        var names = try sample.objects(access, change).write(to: folder)
        if let code = sample.objectsAppCode {
          try code.write(
            to: folder.appendingPathComponent("App.swift"), atomically: false, encoding: .utf8)
          names.append("App.swift")
        }
        let output = try compiler.typeCheck(names, module: "App", settings + modules, in: folder)
        #expect(output == "", "\(sample.name): \(output)")
      }
    }
  }

  @Test(arguments: Sample.managed) func everySampleTypeChecks(_ sample: Sample) throws {
    try expectClean([sample])
  }

  @Test func everyOptionTypeChecks() throws {
    try expectClean(TestLength.isLong ? Sample.managed : [.types, .shadows]) {
      $0.isFinal = true
      $0.files = .split
      $0.optionals = .model
      $0.hasKeys = true
      $0.isNonisolated = true
    }
    try expectClean([.cafe]) { $0.files = .single }
  }

  @Test(arguments: [AccessLevel.package, .internal])
  func everyAccessTypeChecks(_ access: AccessLevel) throws {
    try expectClean(
      TestLength.isLong ? Sample.managed : [.cafe], CompiledCodeTests.settings, access)
  }

  @Test func codeTypeChecksInTheOlderLanguage() throws {
    let settings = ["-swift-version", "5", "-package-name", "test", "-warnings-as-errors"]
    try expectClean([.cafe], settings)
  }

  @Test(arguments: UInt64(0)..<TestLength.choose(short: 3, long: 12))
  func codeOfNastyNamesTypeChecks(_ seed: UInt64) throws {
    var sample = Sample.nasty(seed: seed)
    // Any name may be a type of the app.
    for entity in sample.model.entities.indices {
      for index in sample.model.entities[entity].attributes.indices {
        sample.model.entities[entity].attributes[index].valueClassName = nil
      }
    }
    try expectClean([sample]) { $0.hasKeys = true }
  }
}

/// What the classes for MomentumObjects contain.
@Suite struct ObjectsFileTests {
  private func names(_ change: (inout CodegenOptions) -> Void) -> [String] {
    Sample.cafe.objects(.public, change).map(\.name)
  }

  @Test func codegenSettingsDecideWhichFilesAreWritten() {
    let shared = ["Cafe+Classes.swift", "Cafe+FetchRequests.swift"]
    #expect(
      names { $0.selection = .menu }
        == (shared + [
          "Cafe+ObjectClass.swift", "Cafe+ObjectProperties.swift", "Tip+ObjectProperties.swift",
          "Town+ObjectClass.swift", "Town+ObjectProperties.swift",
        ]).sorted(), "the class of Tip is the app's")
    #expect(
      names { $0.selection = .build }
        == (shared + [
          "Cafe+ObjectClass.swift", "Cafe+ObjectProperties.swift", "Tip+ObjectProperties.swift",
        ]).sorted(), "Town is Manual/None")
    #expect(names { $0.files = .single } == ["Cafe+Objects.swift"])
  }

  @Test func aClassFileOfItsOwnIsWrittenOnce() throws {
    let files = Sample.cafe.objects { $0.files = .split }
    #expect(files.filter(\.isWrittenOnce).map(\.name) == ["Cafe.swift", "Town.swift"])
    let own = try #require(files.first { $0.name == "Cafe.swift" })
    #expect(own.text.hasPrefix(SwiftFile.onlyLine))
  }

  @Test func onlyWrittenClassesAreRegistered() {
    let text = Sample.cafe.objects { $0.selection = .build }.joinedText
    #expect(text.contains("classes[\"Cafe\"] = Cafe.self"))
    #expect(text.contains("classes[\"Tip\"] = Tip.self"))
    #expect(!text.contains("classes[\"Town\"]"), "the app may not have the class")
    #expect(text.contains("public static var cafe: MomentumObjects.ObjectClasses {"))
  }

  @Test func variablesOfTheRegistrationHideNoClass() throws {
    var sample = Sample.cafe
    for (entity, name) in [("Cafe", "cafe"), ("Tip", "classes")] {
      let index = try #require(sample.model.entities.firstIndex { $0.name == entity })
      sample.model.entities[index].className = name
    }
    let text = sample.objects().joinedText
    #expect(text.contains("public static var cafe_: MomentumObjects.ObjectClasses {"))
    #expect(text.contains("classes_[\"Cafe\"] = cafe.self"))
    #expect(text.contains("classes_[\"Tip\"] = classes.self"))
  }

  @Test func anAttributeThatTheStoreDerivesHasNoSetter() throws {
    let text = Sample.cafe.objects().joinedText
    let start = try #require(text.range(of: "var tipCount: Int64"))
    #expect(text[start.upperBound...].prefix(40).contains("return"), "a getter alone")
  }

  /// A property with the name of a member without parameters would override it.
  @Test func membersOfManagedObjectAreReserved() throws {
    let folder = RepositoryFiles.url("Sources/MomentumObjects/Object")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let members = try names.filter { $0.hasPrefix("ManagedObject") }.flatMap { name in
      try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8).matches(
        of: /(?:public|open) (?:final )?(?:internal\(set\) )?(?:weak )?(?:var (\w+)|func (\w+)\(\))/
      ).compactMap { ($0.1 ?? $0.2).map(String.init) }
    }
    #expect(members.count > 20, "members are no longer found")
    #expect(Set(members).subtracting(ObjectsEmitter.reservedMembers) == [])
  }
}

extension Sample {
  /// All entities, unless the options say otherwise.
  func objects(
    _ access: AccessLevel = .public, _ change: (inout CodegenOptions) -> Void = { _ in }
  ) -> [GeneratedFile] {
    var options = CodegenOptions(modelName: name, access: access)
    options.selection = .menu
    change(&options)
    return ObjectsEmitter.emit(model, requests: requests, options: options)
  }

  /// What the app itself has: classes of Category/Extension, and types that user info names.
  fileprivate var objectsAppCode: String? {
    switch name {
    case "Cafe": "public import MomentumObjects\npublic class Tip: ManagedObject {}\n"
    case "Shadows": "nonisolated public enum Level: Swift.Int16 { case low = 1 }\n"
    default: nil
    }
  }
}

extension SwiftCompiler {
  /// The arguments of the runtime, if MomentumObjects was built beside it.
  fileprivate static let objectsArguments: [String]? = {
    guard let arguments = runtimeArguments, arguments.count > 1 else { return nil }
    let module = arguments[1] + "/MomentumObjects.swiftmodule"
    return found != nil && FileManager.default.fileExists(atPath: module) ? arguments : nil
  }()
}
