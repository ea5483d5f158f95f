import MomentumDiff

// The words for changes in all reports for people.

extension MigrationClass {
  /// The class in words, for example `drops data`.
  var words: String {
    switch self {
    case .nothing: "nothing"
    case .lossless: "lossless"
    case .dropsData: "drops data"
    case .dependsOnData: "depends on data"
    case .unproven: "unproven"
    case .notInferrable: "not inferrable"
    }
  }

  /// The meaning of the class, for a reviewer of the change.
  var explanation: String {
    switch self {
    case .nothing: "existing stores open as they are"
    case .lossless: "migrates by itself and loses nothing"
    case .dropsData: "migrates by itself and drops values, rows or links without a word"
    case .dependsOnData:
      "where a row does not allow it, it fails, or the row cannot be read or saved"
    case .unproven: "nobody has shown what happens"
    case .notInferrable: "Core Data finds no mapping model by itself"
    }
  }

  /// The letter of the class in a matrix.
  var letter: String {
    switch self {
    case .nothing: "="
    case .lossless: "L"
    case .dropsData: "X"
    case .dependsOnData: "D"
    case .unproven: "?"
    case .notInferrable: "I"
    }
  }
}

extension ModelChange.Element {
  /// The kind of element in words, for example `fetch index`.
  var words: String { rawValue.map { $0 == "-" ? " " : String($0) }.joined() }
}

extension ModelChange.Kind {
  /// The sign of a change in a diff, such as `+`; `>` for a moved or renamed element.
  var sign: String {
    switch self {
    case .added: "+"
    case .removed: "-"
    case .changed: "~"
    case .renamed, .moved: ">"
    }
  }
}

extension ModelChange {
  /// The name of the element alone: a property's name, or an entity's; `nil` for the model.
  private static func ownName(_ place: Place) -> String? { place.name ?? place.entity }

  /// The changed element in words: `attribute userIconUrl`, `attribute a → b`,
  /// `attribute Parent.name → Child.name`, `model`.
  ///
  /// - Parameter shown: Makes a name safe for the report.
  func subject(_ shown: (String) -> String) -> String {
    let places = [old, new].compactMap { $0 }
    let isElsewhere = kind == .moved || (old?.entity != new?.entity && places.count == 2)
    let names = places.compactMap { place in
      isElsewhere && place.name != nil ? place.path : ModelChange.ownName(place)
    }
    guard let last = names.last else { return element.words }
    let isPair = names.count == 2 && names[0] != last
    return element.words + " " + (isPair ? "\(shown(names[0])) → \(shown(last))" : shown(last))
  }

  /// The entity under which a report shows the change: the new name, or for a removed entity the
  /// old one.
  var shownEntity: String? { (new ?? old)?.entity }
}

extension ModelChange.Detail {
  /// A detail in words: `type: Integer 16 → String`; for an added or removed element
  /// `type: String`.
  func words(of kind: ModelChange.Kind, _ shown: (String) -> String) -> String {
    let values: String =
      switch kind {
      case .added: shown(new ?? "none")
      case .removed: shown(old ?? "none")
      case .renamed, .changed, .moved: "\(shown(old ?? "none")) → \(shown(new ?? "none"))"
      }
    return "\(field): \(values)"
  }
}

extension CoreDataError {
  /// The error in words: `134110 "Cannot migrate store in-place: …"`; for an exception only its
  /// text.
  func words(_ shown: (String) -> String) -> String {
    isException ? shown(reason) : "\(code) \"\(shown(reason))\""
  }

  /// Whether the error is an exception: it has no code, and its name begins the reason.
  var isException: Bool { code == 0 }
}
