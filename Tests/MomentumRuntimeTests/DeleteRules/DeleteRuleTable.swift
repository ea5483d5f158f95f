import Testing

/// A deletion of one or two objects of entity `A`, with what is left or the reason, written by hand.
struct DeleteRuleRow: CustomTestStringConvertible, Sendable {
  enum Shape: Sendable { case oneToOne, oneToMany, manyToOne, manyToMany, toOneAlone, toManyAlone }

  var rule: String
  var shape: Shape
  var deleteRule: RuleModel.Rule
  var isRequired = false
  var deleted: Set<String>
  /// `b1>a2`: the object and what it leads to.
  var left: String

  init(
    _ rule: String, _ shape: Shape, _ deleteRule: RuleModel.Rule, required isRequired: Bool = false,
    deleting deleted: Set<String> = ["a1"], _ left: String
  ) {
    (self.rule, self.shape, self.deleteRule) = (rule, shape, deleteRule)
    (self.isRequired, self.deleted, self.left) = (isRequired, deleted, left)
  }

  var testDescription: String { "\(shape) \(deleteRule) \(deleted.sorted()): \(rule)" }

  /// `A.to` leads to `B`, and `B.back` back unless there is no inverse.
  var model: RuleModel {
    var model = RuleModel(entities: [("A", nil), ("B", nil), ("C", "B")])
    let isToMany = [.oneToMany, .manyToMany, .toManyAlone].contains(shape)
    var to = RuleModel.Relationship("to", of: "A", to: "B", many: isToMany)
    to.rule = deleteRule
    if ![.toOneAlone, .toManyAlone].contains(shape) {
      let isBackToMany = [.manyToOne, .manyToMany].contains(shape)
      var back = RuleModel.Relationship("back", of: "B", to: "A", many: isBackToMany)
      back.isOptional = !isRequired
      back.minimum = isRequired && isBackToMany ? 1 : 0
      (to.inverse, back.inverse) = ("back", "to")
      model.relationships.append(back)
    }
    model.relationships.append(to)
    return model
  }

  /// `a1` leads to `b1` and, where it may, to `c2`, which is of a sub-entity; `a2` to what is left.
  var graph: PlainGraph {
    let model = model
    var graph = PlainGraph()
    for (name, entity) in [("a1", "A"), ("a2", "A"), ("b1", "B"), ("c2", "C")] {
      graph.objects[name] = PlainGraph.Object(entity: entity)
      for relationship in model.relationships(of: entity) {
        graph.objects[name]?.links[relationship.name] = []
      }
    }
    guard let to = model["to"] else { return graph }
    for (source, destination) in [("a1", "b1"), ("a1", "c2"), ("a2", "b1"), ("a2", "c2")] {
      graph.connect(source, to, destination, in: model)
    }
    return graph
  }
}

let deleteRuleTable: [DeleteRuleRow] = [
  DeleteRuleRow("the other one forgets it", .oneToOne, .nullify, "a2>c2 b1 c2>a2"),
  DeleteRuleRow("all others forget it", .oneToMany, .nullify, "a2 b1 c2"),
  DeleteRuleRow("the list loses it", .manyToOne, .nullify, "a2>b1 b1>a2 c2"),
  DeleteRuleRow("both lists lose it", .manyToMany, .nullify, "a2>b1+c2 b1>a2 c2>a2"),
  DeleteRuleRow("without inverse nothing else changes", .toOneAlone, .nullify, "a2>b1 b1 c2"),
  DeleteRuleRow("without inverse the others stay", .toManyAlone, .nullify, "a2 b1 c2"),
  DeleteRuleRow(
    "an object that needs it keeps it", .oneToOne, .nullify, required: true,
    deleting: ["a1", "a2"],
    "relationship 'back' of entity 'B' is not optional and needs an object"),
  DeleteRuleRow(
    "a list that needs one keeps the last", .manyToMany, .nullify, required: true,
    deleting: ["a1", "a2"],
    "relationship 'back' of entity 'B' is not optional and needs at least one object"),
  DeleteRuleRow(
    "a list that needs one loses another", .manyToMany, .nullify, required: true,
    "a2>b1+c2 b1>a2 c2>a2"),
  DeleteRuleRow("the other one goes along", .oneToOne, .cascade, "a2>c2 c2>a2"),
  DeleteRuleRow("all others go along, sub-entities too", .oneToMany, .cascade, "a2"),
  DeleteRuleRow("what others have too goes along", .manyToOne, .cascade, "a2 c2"),
  DeleteRuleRow("what others have too goes along", .manyToMany, .cascade, "a2"),
  DeleteRuleRow("without inverse the other one goes along", .toOneAlone, .cascade, "a2>b1 c2"),
  DeleteRuleRow("without inverse all others go along", .toManyAlone, .cascade, "a2"),
  DeleteRuleRow(
    "an object that leads somewhere stays", .oneToOne, .deny,
    "relationship 'to' of entity 'A' denies deletion while it leads to an object"),
  DeleteRuleRow(
    "one of two that leads somewhere keeps both", .oneToMany, .deny, deleting: ["a1", "a2"],
    "relationship 'to' of entity 'A' denies deletion while it leads to an object"),
  DeleteRuleRow(
    "what leads nowhere is not denied", .oneToMany, .deny, deleting: ["a2"],
    "a1>b1+c2 b1>a1 c2>a1"),
  DeleteRuleRow(
    "without inverse it is denied too", .toManyAlone, .deny,
    "relationship 'to' of entity 'A' denies deletion while it leads to an object"),
  DeleteRuleRow("a key of a to-one stays", .oneToOne, .noAction, "a2>c2 b1>a1 c2>a2"),
  DeleteRuleRow("keys of to-ones stay", .oneToMany, .noAction, "a2 b1>a1 c2>a1"),
  DeleteRuleRow("rows of a join table go", .manyToMany, .noAction, "a2>b1+c2 b1>a2 c2>a2"),
  DeleteRuleRow(
    "what is required is not looked at", .oneToOne, .noAction, required: true,
    deleting: ["a1", "a2"], "b1>a1 c2>a2"),
]
