import MomentumModel

/// Makes the parameter names and the comments of the functions for stored fetch requests. All
/// emitters that write such functions use them.
enum RequestParameters {
  /// The Swift names for variables: `NAME` becomes `name`, `PRICE_CATEGORY` becomes
  /// `priceCategory`. A name with lower-case letters is not changed.
  static func names(
    _ parameters: [CompiledFetchRequest.Parameter], reserved: Set<String>
  ) -> [Identifier] {
    var scope = NameScope(reserved: reserved)
    return scope.claim(parameters.map { lowered($0.name) })
  }

  private static func lowered(_ name: String) -> String {
    guard !name.contains(where: \.isLowercase) else { return name }
    let words = name.split(separator: "_", omittingEmptySubsequences: true)
    guard let first = words.first else { return name }
    return words.dropFirst().reduce(first.lowercased()) { text, word in
      text + word.prefix(1) + word.dropFirst().lowercased()
    }
  }

  static func comment(_ compiled: CompiledFetchRequest) -> Comment {
    let name = compiled.request.name
    guard let format = compiled.request.predicateFormat else {
      return Comment("The stored fetch request '\(name)'.")
    }
    return Comment("The stored fetch request '\(name)': \(format)")
  }
}
