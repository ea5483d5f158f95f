import MomentumDiagnostics

/// A message about a construct that a copy for Linux cannot carry over. The rules and texts of key
/// paths and of Objective-C's runtime are in the other files of this folder.
struct AdaptMessage: RuleMessage {
  let rule: DiagnosticRule
  let text: String

  static let rules: [DiagnosticRule] = memberRules + runtimeRules + linkRules

  // MARK: - @NSManaged

  static let memberRules: [DiagnosticRule] = [managedPropertyRule, managedFunctionRule]

  static let managedPropertyRule = DiagnosticRule(
    "adapt.managed-property",
    .error(.noMeaning("the accessor of the property would have no type")),
    "A property with @NSManaged has no type of its own.",
    """
    On Linux, nothing makes accessors at run time, so the copy gets accessors that are written out, and \
    they need the type. Write one after the name of each property: '@NSManaged var name: String?'.
    """, .own)

  static func managedProperty(_ name: String) -> Self {
    Self(rule: managedPropertyRule, text: "the property '\(name)' with '@NSManaged' needs a type")
  }

  static let managedFunctionRule = DiagnosticRule(
    "adapt.managed-function",
    .error(.noMeaning("nothing says what the function does")),
    "A function with @NSManaged is no accessor of a to-many relationship.",
    """
    Core Data makes functions for to-many relationships, such as 'addToTips(_:)' with the Objective-C name \
    'addTipsObject:'. The copy gets a body for each of these. For any other function, write a body that \
    calls 'value(forKey:)' or 'mutableSetValue(forKey:)'.
    """,
    .documented("Core Data Programming Guide, Custom To-Many Relationship Accessor Methods"))

  static func managedFunction(_ selector: String) -> Self {
    Self(
      rule: managedFunctionRule,
      text: "'\(selector)' is no accessor of a to-many relationship that Core Data makes")
  }
}

// MARK: - What Linux lacks

extension AdaptMessage {
  static let runtimeRules: [DiagnosticRule] = [
    optionalRequirementRule, overrideInExtensionRule, selectorRule, observingRule, unknownKeyRule,
    missingModuleRule,
  ]

  static let optionalRequirementRule = DiagnosticRule(
    "adapt.optional-requirement",
    .error(.noMeaning("Swift without Objective-C has no optional requirements")),
    "A protocol has an optional requirement that is a property, or a method with a result.",
    """
    An optional method without a result gets an empty body in an extension. For any other optional \
    requirement, nothing says which value it has if a class does not implement it. Write the requirement \
    without 'optional', and a default implementation in an extension of the protocol; this works on a Mac too.
    """,
    .documented("The Swift Programming Language, Protocols, Optional Protocol Requirements"))

  static func optionalRequirement(_ name: String) -> Self {
    Self(
      rule: optionalRequirementRule,
      text: "the optional requirement '\(name)' needs a default implementation in an extension")
  }

  static let overrideInExtensionRule = DiagnosticRule(
    "adapt.override-in-extension",
    .error(.noMeaning("without Objective-C, only a class can override")),
    "An extension overrides a method, and the class is not among the sources.",
    """
    With Objective-C, an extension may override a method of a superclass. The copy moves the method into the \
    class, if one class of the name is among the sources and no '#if' is around the method. Write the method in \
    the class itself.
    """, .own)

  static func overrideInExtension(_ name: String, of type: String) -> Self {
    Self(
      rule: overrideInExtensionRule,
      text: "'\(name)' overrides in an extension of '\(type)'; write it in the class")
  }

  static let selectorRule = DiagnosticRule(
    "adapt.selector", .error(.noMeaning("Linux cannot call a method by its name")),
    "A #selector names no method that a copy can refer to.",
    """
    The comparisons of sort descriptors, such as '#selector(NSString.localizedStandardCompare(_:))', and \
    methods that 'NotificationCenter.addObserver(_:selector:name:object:)' calls exist on Linux. The accessor \
    of a property does not, and a method without a class is unknown. Write the name of the class, or put the \
    code inside '#if canImport(ObjectiveC)'.
    """, .own)

  static func selector(_ text: String) -> Self {
    Self(
      rule: selectorRule,
      text: "'\(text)' names no method of a class; on Linux a selector refers to a method itself")
  }

  static let observingRule = DiagnosticRule(
    "adapt.key-value-observing", .error(.noMeaning("Linux has no key-value observing")),
    "A class overrides a method of key-value observing.",
    """
    Nothing calls the method on Linux. Put it inside '#if canImport(ObjectiveC)', and use the notifications of \
    the context, such as 'NSManagedObjectContextObjectsDidChange', for what has to work on both systems.
    """, .own)

  static func observing(_ name: String) -> Self {
    Self(
      rule: observingRule,
      text: "'\(name)' belongs to key-value observing, which Linux does not have")
  }

  static let unknownKeyRule = DiagnosticRule(
    "adapt.unknown-key", .error(.noMeaning("the key path would be a text that no property has")),
    "A #keyPath names a property that neither the model nor the sources have.",
    """
    On a Mac the compiler checks the path. The copy has a text instead, so the path is checked with the \
    model first. Correct the name.
    """, .own)

  static func unknownKey(_ key: String, of entity: String, near: String?) -> Self {
    Self(
      rule: unknownKeyRule, text: "no property '\(key)' in entity '\(entity)'" + didYouMean(near))
  }

  static let missingModuleRule = DiagnosticRule(
    "adapt.missing-module", .warning,
    "A file imports a module of Apple's systems.",
    """
    The copy imports it only where it can be imported, so a file that does not need it compiles, and a module \
    of the same name in the package can stand in for it. Otherwise keep the file out of the package's target, \
    or put the import and what needs it inside '#if canImport(UIKit)' with the module's name. A model layer \
    that is shared with Linux needs Foundation and Core Data only.
    """, .own)

  static func missingModule(_ name: String) -> Self {
    Self(
      rule: missingModuleRule,
      text:
        "the module '\(name)' does not exist on Linux; put what needs it inside '#if canImport(\(name))'"
    )
  }
}
