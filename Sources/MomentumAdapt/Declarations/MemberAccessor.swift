/// The functions that Core Data makes for a to-many relationship, by their Objective-C names.
///
/// Source: documented (Core Data Programming Guide, "Custom To-Many Relationship Accessor Methods"), and
/// observed in files that Xcode generates.
enum MemberAccessor {
  /// One form of a name: its parts before each colon, with `*` for the relationship, and the call
  /// that does the same, with `$1` and `$2` for the parameters.
  private struct Form {
    var parts: [String]
    var call: String
  }

  private static let forms: [Form] = [
    Form(parts: ["insertObject", "in*AtIndex"], call: "insertManagedObject($1, at: $2"),
    Form(parts: ["removeObjectFrom*AtIndex"], call: "removeManagedObject(at: $1"),
    Form(parts: ["insert*", "atIndexes"], call: "insertManagedObjects($1, at: $2"),
    Form(parts: ["remove*AtIndexes"], call: "removeManagedObjects(at: $1"),
    Form(
      parts: ["replaceObjectIn*AtIndex", "withObject"],
      call: "replaceManagedObject(at: $1, with: $2"),
    Form(parts: ["replace*AtIndexes", "with*"], call: "replaceManagedObjects(at: $1, with: $2"),
    Form(parts: ["addTo*"], call: "addManagedObjects($1"),
    Form(parts: ["removeFrom*"], call: "removeManagedObjects($1"),
    Form(parts: ["add*Object"], call: "addManagedObjects($1"),
    Form(parts: ["remove*Object"], call: "removeManagedObjects($1"),
    Form(parts: ["add*"], call: "addManagedObjects($1"),
    Form(parts: ["remove*"], call: "removeManagedObjects($1"),
  ]

  /// The call: `addManagedObjects(value, forKey: "tips")` for `addTipsObject:`; `nil` for a name of
  /// another form.
  ///
  /// - Parameter relationship: The relationship of the class by its name with a capital letter. If
  ///   it knows none, the key is the name with a small letter.
  static func call(
    _ selector: String, _ parameters: [String], _ relationship: (String) -> String?
  ) -> String? {
    let parts = selector.split(separator: ":", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
    guard parts.count == parameters.count else { return nil }
    let found = forms.compactMap { form in
      name(in: parts, as: form.parts).map { (form: form, name: $0) }
    }
    // `addObject` alone is no name: `*` stands for at least one letter. A name that the model has is
    // better than the first one that fits.
    guard let best = found.first(where: { relationship($0.name) != nil }) ?? found.first else {
      return nil
    }
    var call = best.form.call
    for (index, parameter) in parameters.enumerated() {
      call = call.replacing("$\(index + 1)", with: parameter)
    }
    return call + ", forKey: \"\(relationship(best.name) ?? key(best.name))\")"
  }

  /// What stands for `*` in all parts; `nil` if the parts are of another form.
  private static func name(in parts: [String], as form: [String]) -> String? {
    guard parts.count == form.count else { return nil }
    var name: String?
    for (part, pattern) in zip(parts, form) {
      guard let star = pattern.firstIndex(of: "*") else {
        guard part == pattern else { return nil }
        continue
      }
      let (start, end) = (pattern[..<star], pattern[pattern.index(after: star)...])
      guard part.hasPrefix(start), part.hasSuffix(end), part.count > start.count + end.count else {
        return nil
      }
      let found = String(part.dropFirst(start.count).dropLast(end.count))
      guard found.first?.isLowercase == false, name == nil || name == found else { return nil }
      name = found
    }
    return name
  }

  /// `tips` for `Tips`; a name that begins with two capital letters stays, such as `URLs`.
  static func key(_ raised: String) -> String {
    if raised.count > 1, raised.prefix(2).allSatisfy(\.isUppercase) { return raised }
    return raised.prefix(1).lowercased() + raised.dropFirst()
  }
}
