import Momentum
import MomentumCodegen
import MomentumCompiler
import MomentumDiagnostics
import MomentumModel
import MomentumTestSupport

/// The classes and the report of one model.
struct SwiftDataSample {
  let model: ObjectModel
  let files: [GeneratedFile]
  let findings: [SwiftDataFinding]
  let proof: SwiftDataProof
  /// `nil` for a model without a file.
  private(set) var report: SwiftDataReport?

  /// - Parameter schema: The name of the versioned schema with the classes, if they are members.
  init(_ model: ObjectModel, schema: String? = nil) {
    var options = CodegenOptions(modelName: "Sample")
    options.versionedSchema = schema
    let plan = SwiftDataPlan(model, options: options)
    self.model = model
    files = SwiftDataEmitter.emit(plan, options: options)
    findings = plan.findings
    proof = SwiftDataProof(model, files: files)
  }

  /// `nil` for a text with errors.
  init?(_ text: String, schema: String? = nil) {
    var diagnostics = Diagnostics()
    let source = SourceFile(path: "contents", text: text)
    guard let compiled = CompiledModel.compile(source, &diagnostics), !diagnostics.hasErrors else {
      return nil
    }
    self.init(compiled.model, schema: schema)
    report = SwiftDataReport(
      compiled.model, named: "Sample", syntax: compiled.syntax,
      options: CodegenOptions(modelName: "Sample"))
  }

  /// The model with these entities.
  static func text(_ entities: String) -> String {
    "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">\n\(entities)\n</model>\n"
  }

  /// The entities that findings of the report account for: a finding may change the hashes of the
  /// entity, of its sub-entities, and of those with relationships to it.
  var explained: Set<String> {
    let hash = findings.filter { [.hash, .data].contains($0.topic.consequence) }
    let found = Set(hash.flatMap { model.entities(with: $0.place) })
    return Set(
      model.entityIDs.filter { id in
        model.lineage(of: id).contains { owner in
          found.contains(owner)
            || model[owner].relationships.contains { relationship in
              found.contains(relationship.destination)
            }
        }
      }.map { model[$0].name })
  }
}

/// What a model says of its properties, as texts, without what SwiftData cannot have.
struct ModelFacts {
  private(set) var entities: [String: [String: String]] = [:]

  init(_ model: ObjectModel) {
    for id in model.entityIDs {
      var facts: [String: String] = [:]
      let tombstones = HistoryTombstones.names(of: model[id])
      for attribute in model[id].attributes
      where attribute.type != .undefined && attribute.type != .objectID {
        facts[attribute.name] =
          "\(attribute.type.xmlName), \(ModelFacts.defaultText(attribute)), optional "
          + "\(attribute.isOptional), transient \(attribute.isTransient), external "
          + "\(attribute.allowsExternalStorage), kept "
          + "\(attribute.preservesValueInHistoryOnDeletion || tombstones.contains(attribute.name)), "
          + "encrypted \(attribute.allowsCloudEncryption), spotlight "
          + "\(attribute.isIndexedBySpotlight), before "
          + "\(ModelFacts.former(attribute.renamingIdentifier, attribute.name)), modifier "
          + (attribute.versionHashModifier ?? "-")
      }
      for relationship in model[id].relationships where !relationship.isTransient {
        let inverse = relationship.inverse.map { model[$0] == relationship ? "-" : model[$0].name }
        facts[relationship.name] =
          "\(model[relationship.destination].name), inverse \(inverse ?? "-"), many "
          + "\(relationship.isToMany), optional \(relationship.isOptional), "
          + "\(relationship.minimumCount)…\(relationship.maximumCount), "
          + "\(relationship.deleteRule.rawValue), before "
          + "\(ModelFacts.former(relationship.renamingIdentifier, relationship.name))"
      }
      facts["unique"] = model[id].uniquenessConstraints.map { $0.joined(separator: "+") }.sorted()
        .joined(separator: ", ")
      facts["parent"] = model[id].parent.map { model[$0].name } ?? "-"
      entities[model[id].name] = facts
    }
  }

  /// Values that a source cannot say as a literal are not read back.
  private static func defaultText(_ attribute: Attribute) -> String {
    switch (attribute.type, attribute.defaultValue) {
    case (.float, .double(let number)), (.double, .double(let number)): "\(number)"
    case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
      (.integer64, .integer(let number)):
      "\(number)"
    case (.string, .string(let text)): text
    case (.boolean, .boolean(let flag)): "\(flag)"
    default: "-"
    }
  }

  private static func former(_ identifier: String?, _ name: String) -> String {
    identifier == name ? "-" : identifier ?? "-"
  }
}
