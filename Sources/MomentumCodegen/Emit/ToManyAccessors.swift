/// The methods that Core Data makes for a to-many relationship.
struct ToManyAccessors {
  let name: Identifier
  let key: Expression
  let element: TypeReference
  let collection: TypeReference
  let types: ManagedTypes
  let modifiers: [Modifier]
  /// Whether Core Data makes the methods; otherwise they have bodies for the module CoreData of Linux.
  let isManaged: Bool

  private var one: Parameter { Parameter(label: nil, "value", element) }
  private var several: Parameter { Parameter(label: nil, "values", collection) }
  private var array: TypeReference { .array(element) }
  private var index: Parameter { Parameter(label: "at", "idx", types.swift("Int")) }
  private var indexes: Parameter {
    Parameter(label: "at", "indexes", types.foundation("NSIndexSet"))
  }

  /// The accessors of every to-many relationship: `addToTips(_:)` and `removeFromTips(_:)`, each
  /// for one object and for several.
  var unordered: [Declaration] {
    [
      method(
        "addTo", [name.raised(after: "add", before: "Object")], [one],
        "addManagedObjects"),
      method(
        "removeFrom", [name.raised(after: "remove", before: "Object")], [one],
        "removeManagedObjects"),
      method("addTo", [name.raised(after: "add")], [several], "addManagedObjects"),
      method("removeFrom", [name.raised(after: "remove")], [several], "removeManagedObjects"),
    ]
  }

  /// The methods of an ordered relationship that take an index.
  var ordered: [Declaration] {
    let atIndex = name.raised(after: "in", before: "AtIndex")
    return [
      method(
        "insertInto", ["insertObject", atIndex],
        [one, index], "insertManagedObject"),
      method(
        "removeFrom", [name.raised(after: "removeObjectFrom", before: "AtIndex")], [index],
        "removeManagedObject"),
      method(
        "insertInto", [name.raised(after: "insert"), "atIndexes"],
        [Parameter(label: nil, "values", array), indexes], "insertManagedObjects"),
      method(
        "removeFrom", [name.raised(after: "remove", before: "AtIndexes")], [indexes],
        "removeManagedObjects"),
      method(
        "replace", [name.raised(after: "replaceObjectIn", before: "AtIndex"), "withObject"],
        [index, Parameter(label: "with", "value", element)], "replaceManagedObject"),
      method(
        "replace",
        [
          name.raised(after: "replace", before: "AtIndexes"),
          name.raised(after: "with"),
        ],
        [indexes, Parameter(label: "with", "values", array)], "replaceManagedObjects"),
    ]
  }

  /// A method with its Objective-C selector, or, for Linux, with a body that calls the method `linux`
  /// with the same arguments and the key: `addManagedObjects(value, forKey: "tips")`.
  private func method(
    _ verb: Identifier, _ selector: [Identifier], _ parameters: [Parameter], _ linux: Identifier
  ) -> Declaration {
    let arguments = parameters.map { Expression.Argument($0.label, .name($0.name)) }
    let call = Expression.call(.name(linux), arguments + [.init("forKey", key)])
    return .function(
      FunctionDeclaration(
        .function(name.raised(after: verb)), selector: isManaged ? selector : [],
        modifiers: modifiers, parameters: parameters,
        body: isManaged ? nil : [.expression(call)]))
  }
}
