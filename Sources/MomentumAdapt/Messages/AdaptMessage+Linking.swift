import MomentumDiagnostics

/// Messages about sources that are to be compiled as they are, with accessors that the linker finds.
extension AdaptMessage {
  static let linkRules: [DiagnosticRule] = [needsCopyRule, linkedMemberRule]

  static let needsCopyRule = DiagnosticRule(
    "adapt.needs-copy", .error(.noMeaning("Swift on Linux refuses the source as it is")),
    "A source that is to stay as it is has more than @NSManaged that Linux refuses.",
    """
    With 'momentum adapt --link', only '@NSManaged' may stay in the sources. Put '@objc' and the like inside \
    '#if canImport(ObjectiveC)', or leave out --link and compile copies.
    """, .own)

  static let needsCopy = Self(
    rule: needsCopyRule, text: "Linux refuses this; compile a copy instead, without --link")

  static let linkedMemberRule = DiagnosticRule(
    "adapt.linked-member", .error(.noMeaning("the linker would not find the accessor")),
    "The name that the compiler gives an accessor is not known.",
    """
    The name of a symbol has the names and types of the member in it. Known are types of Swift, Foundation and \
    Core Data that attributes have, and types that the sources declare; a type alias, a private member and a name \
    with letters that are not ASCII are not. Write the type itself, or leave out --link and compile copies.
    """, .own)

  static func linkedMember(_ name: String) -> Self {
    Self(
      rule: linkedMemberRule,
      text: "the symbol of '\(name)' is not known: its type, its access or its letters")
  }
}
