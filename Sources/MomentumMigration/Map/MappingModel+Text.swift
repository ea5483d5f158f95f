package import MomentumDiagnostics
package import MomentumModel

// A mapping model as text for a review: a line for each property with its own expression, and a
// line for each group of properties that are copied, filled in or not set.

extension MappingModel {
  /// The lines of the mapping model: `Car → Car  policy App.CarPolicy`, then a line for each
  /// property.
  package var listing: String {
    entityMappings.map { mapping in
      MappingListing(
        title: MappingListing.title(
          mapping.sourceEntity, mapping.destinationEntity, name: mapping.name,
          policy: mapping.policyClassName, filter: mapping.sourceFilter),
        properties: (mapping.attributeMappings + mapping.relationshipMappings).map { property in
          MappingListing.Property(
            name: property.name,
            group: property.isCopied ? .copied : property.valueExpression == nil ? .unset : nil,
            text: property.valueExpression ?? "")
        }
      ).text
    }.joined()
  }

  /// The mapping model as JSON, with every expression and hash.
  package var json: JSONText {
    .object([
      ("form", .string("compiled")),
      ("entityMappings", .array(entityMappings.map(\.json))),
    ])
  }
}

extension MappingModelSyntax {
  /// The lines of the mapping model: `Car → Car  policy App.CarPolicy`, then a line for each
  /// property.
  package var listing: String {
    let models = [source.path, destination.path].map { $0 ?? "?" }.joined(separator: "\n  to ")
    return "from \(models)\n"
      + entityMappings.map { mapping in
        MappingListing(
          title: MappingListing.title(
            mapping.sourceEntity, mapping.destinationEntity, name: mapping.name,
            policy: mapping.policyClassName, filter: mapping.sourceFilter),
          properties: (mapping.attributeMappings + mapping.relationshipMappings).map { property in
            MappingListing.Property(
              name: property.name, group: property.isSet ? nil : .automatic,
              text: property.shownExpression)
          }
        ).text
      }.joined()
  }

  /// The file's content as JSON; `null` for a value that Xcode's compiler fills in.
  package var json: JSONText {
    .object([
      ("form", .string("editor")),
      ("source", source.path.map { .string($0) } ?? .null),
      ("destination", destination.path.map { .string($0) } ?? .null),
      ("entityMappings", .array(entityMappings.map(\.json))),
    ])
  }
}

extension PropertyMapping {
  /// Whether the expression only copies the source's property of the same name.
  fileprivate var isCopied: Bool {
    guard let text = valueExpression else { return false }
    if text == MappingText.source(name) { return true }
    guard let expression = try? MappingExpression.parse(text) else { return false }
    switch expression {
    case .destinations(_, let path), .destinationsOfRelationship(_, let path): return path == [name]
    case .constant, .source, .now, .policy, .variable: return false
    }
  }
}

extension MappingModelSyntax.PropertyMapping {
  fileprivate var isSet: Bool {
    valueExpression != nil || sourceKeyPath != nil || sourceMappingName != nil
  }

  fileprivate var shownExpression: String {
    if let valueExpression { return valueExpression }
    let path = sourceKeyPath ?? MappingText.source(name)
    return sourceMappingName.map { "what '\($0)' makes of \(path)" } ?? path
  }
}

/// The lines of one entity mapping.
private struct MappingListing {
  enum Group: String, CaseIterable {
    case automatic
    case copied
    case unset = "not set"
  }

  struct Property {
    var name: String
    /// The group whose line lists the property; `nil` for a property with a line of its own.
    var group: Group?
    var text: String
  }

  var title: String
  var properties: [Property]

  static func title(
    _ source: String?, _ destination: String?, name: String?, policy: String?, filter: String?
  ) -> String {
    let ends: String
    switch (source, destination) {
    case (let source?, let destination?): ends = "\(source) → \(destination)"
    case (nil, let destination?): ends = "\(destination) (added)"
    case (let source?, nil): ends = "\(source) (removed)"
    case (nil, nil): ends = "nothing"
    }
    let plain = [source, destination].compactMap { $0 }.joined(separator: "To")
    return ends + (name.map { $0 == plain ? "" : "  named \($0)" } ?? "")
      + (policy.map { "  policy \($0)" } ?? "") + (filter.map { "  where \($0)" } ?? "")
  }

  var text: String {
    var lines = [title]
    for group in Group.allCases {
      let names = properties.filter { $0.group == group }.map(\.name)
      if !names.isEmpty { lines.append("    \(group.rawValue): \(names.joined(separator: ", "))") }
    }
    lines += properties.filter { $0.group == nil }.map { "    \($0.name) = \($0.text)" }
    return lines.map { $0 + "\n" }.joined()
  }
}

// MARK: - JSON

extension EntityMapping {
  fileprivate var json: JSONText {
    .object([
      ("name", .string(name)), ("kind", .string(kind.word)),
      ("source", sourceEntity.map { .string($0) } ?? .null),
      ("destination", destinationEntity.map { .string($0) } ?? .null),
      ("sourceHash", sourceHash.isEmpty ? .null : .string(sourceHash.hexadecimal)),
      ("destinationHash", destinationHash.isEmpty ? .null : .string(destinationHash.hexadecimal)),
      ("policy", policyClassName.map { .string($0) } ?? .null),
      ("filter", sourceFilter.map { .string($0) } ?? .null),
      ("sourceExpression", sourceExpression.map { .string($0) } ?? .null),
      ("attributes", .array(attributeMappings.map(\.json))),
      ("relationships", .array(relationshipMappings.map(\.json))),
    ])
  }
}

extension EntityMapping.Kind {
  fileprivate var word: String {
    switch self {
    case .undefined: "undefined"
    case .custom: "custom"
    case .add: "add"
    case .remove: "remove"
    case .copy: "copy"
    case .transform: "transform"
    }
  }
}

extension PropertyMapping {
  fileprivate var json: JSONText {
    .object([
      ("name", .string(name)), ("expression", valueExpression.map { .string($0) } ?? .null),
    ])
  }
}

extension MappingModelSyntax.EntityMapping {
  fileprivate var json: JSONText {
    .object([
      ("name", name.map { .string($0) } ?? .null),
      ("source", sourceEntity.map { .string($0) } ?? .null),
      ("destination", destinationEntity.map { .string($0) } ?? .null),
      ("policy", policyClassName.map { .string($0) } ?? .null),
      ("filter", sourceFilter.map { .string($0) } ?? .null),
      ("attributes", .array(attributeMappings.map(\.json))),
      ("relationships", .array(relationshipMappings.map(\.json))),
    ])
  }
}

extension MappingModelSyntax.PropertyMapping {
  fileprivate var json: JSONText {
    .object([
      ("name", .string(name)), ("expression", valueExpression.map { .string($0) } ?? .null),
      ("sourceKeyPath", sourceKeyPath.map { .string($0) } ?? .null),
      ("sourceMappingName", sourceMappingName.map { .string($0) } ?? .null),
    ])
  }
}
