// The wording of the checker's messages; ids and severities stand in PredicateMessage.swift.

extension PredicateMessage {
  var text: String {
    switch self {
    case .allInStore(let text, let rewrite):
      "Unsupported predicate \(text): Core Data's SQLite store refuses ALL; it is compiled here as NOT EXISTS"
        + PredicateMessage.write(rewrite)
    case .alwaysFalse(let what): "\(what) never holds, not even for the empty text"
    case .ambiguousType:
      "the type of this comparison cannot be told; one side has to be a key path or a constant"
    case .argumentInStored(let conversion, let variable):
      "a predicate of the model has no arguments, so '\(conversion)' has no value; write '$\(variable)' and substitute it when the request is made"
    case .argumentKey(let name, let entity, let near):
      "the argument '\(name)' names no property of entity '\(entity)'"
        + (near.map { "; did you mean '\($0)'?" } ?? "")
    case .arithmetic(let why): why
    case .barePosition(let word, let isKey):
      "'\(word)' here is the position \(word.uppercased()) of an array"
        + (isKey
          ? ", not the key; write '#\(word)' for the key" : "; it stands in brackets: 'tags[SIZE]'")
    case .betweenNeedsTwo(let found):
      "BETWEEN needs a collection of exactly two bounds, {low, high}, found \(PredicateMessage.count(found, "value"))"
    case .boundsReversed(let low, let high):
      "nothing lies between \(low) and \(high): the lower bound comes first"
    case .cast(let what, let known): "\(what); CAST knows \(known)"
    case .collectionOperator(let sentence, let why): "\(sentence): \(why)"
    case .compositeAlone(let name, let elements):
      "composite attribute '\(name)' cannot be compared as a whole; name one of its elements: "
        + PredicateMessage.list(elements.map { "\(name).\($0)" })
    case .constantCondition(let value, let hasText):
      "both sides are constants, so this is "
        + (value.map { $0 ? "always true" : "always false" } ?? "the same for every object")
        + (hasText
          ? "; a key that was meant stands without quotes"
          : "; write TRUEPREDICATE or FALSEPREDICATE, or nothing")
    case .constantOnLeftOfQuantifier(let rewrite):
      "a quantifier asks about the left side, which has to be the to-many key path"
        + PredicateMessage.write(rewrite)
    case .differentTypes(let left, let leftType, let right, let rightType):
      "'\(left)' is \(leftType) and '\(right)' is \(rightType); the two are never equal"
    case .fetchRequest(let why): why
    case .foreignWildcard(let text, let rewrite):
      "\(text) has no wildcard of LIKE, where '*' stands for any text and '?' for one character; write \(rewrite)"
    case .functionArgument(let function, let takes, let found):
      "\(function) takes \(takes), found \(found)"
    case .having(let what, let sentence, let rewrite):
      "\(sentence): a having predicate knows the fetched values only, by name, and \(what); \(rewrite)"
    case .ignoredOptions(let why): "\(why), so the options are left out"
    case .inNeedsCollection(let found, let hint):
      "IN needs a collection such as {1, 2} or a list argument on the right, found \(found); \(hint)"
    case .keyBehindAttribute(let name, let type):
      "attribute '\(name)' is \(PredicateMessage.article(type)) and has no keys of its own"
    case .keyOfCollection(let name, let sign):
      "a to-many relationship has no key '\(name)'; write '\(sign)'"
    case .keyOfValue(let what, let why): "\(what) has no keys: \(why)"
    case .likeWithoutWildcard(let text):
      "\(text) has neither '*' nor '?', so LIKE compares the whole text as '==' does"
    case .listAsValue(let what, let rewrite): "\(what) is a collection; write \(rewrite)"
    case .membershipOfMany(let why, let rewrite):
      "multiple to-many keys not allowed here: \(why)" + PredicateMessage.write(rewrite)
    case .missingArgument(let text, let index, let given):
      "no argument for '\(text)', conversion number \(index): "
        + (given == 0
          ? "none is given" : given == 1 ? "only 1 is given" : "only \(given) are given")
    case .missingVariable(let name): "no value for '$\(name)'"
    case .multipleToMany(let rewrite):
      "multiple to-many keys not allowed here: a path can cross one to-many relationship"
        + PredicateMessage.write(rewrite)
    case .neverNull(let path, let rewrite):
      "none of the objects of '\(path)' is ever nil; for no objects write '\(rewrite)'"
    case .nullInList:
      "nil in a collection is never found, and NOT … IN finds nothing beside it; ask for it by '== nil'"
    case .nullNeedsEquality(let text, let rewrite):
      "nil can be compared by == and != only, not by \(text): the comparison would hold for no object\(rewrite)"
    case .order(let what, let kind): "'\(what)' is \(kind), which has no order; compare by == or !="
    case .pattern(let text):
      "Can't do regex matching: \(text) is no regular expression that ICU can read"
    case .quantifierWithoutToMany(let path):
      "'\(path)' reaches one value, so the quantifier does nothing in a store and fails in memory"
    case .shadowedVariable(let name):
      "'$\(name)' hides the variable of the same name around it; give each SUBQUERY its own"
    case .storeRefuses(let sentence, let why): "\(sentence): \(why)"
    case .stringOperatorOnOther(let text, let why, let hint):
      "unimplemented SQL generation for predicate : (\(text)): \(why)"
        + (hint.map { "; \($0)" } ?? "")
    case .subentityKey(let name, let entity, let subentity):
      "keypath \(name) not found in entity \(entity): its sub-entity '\(subentity)' declares it, and a fetch of '\(entity)' cannot ask for it; fetch '\(subentity)'"
    case .subqueryCollection(let sentence, let why): "\(sentence): \(why)"
    case .substring(let text, let rewrite):
      "\(text) is one text, so this asks whether it contains the left side; for one of several write \(rewrite)"
    case .toManyInExpression(let path, let rewrite):
      "to-many key not allowed here: '\(path)' reaches many values, which cannot be computed with"
        + PredicateMessage.write(rewrite)
    case .toManyWithoutQuantifier(let path, let rewrite):
      "to-many key not allowed here: '\(path)' reaches many values; write \(rewrite)"
    case .tooDeep(let limit):
      "what is compiled cannot nest deeper than \(limit) levels; join conditions by AND and OR without parentheses"
    case .tooManyArguments(let expected, let given, let quoted):
      "the format takes \(PredicateMessage.count(expected, "argument")), given are \(given); the rest is left out"
        + (quoted.map { "; '\($0)' inside quotes is text, no conversion" } ?? "")
    case .transient(let name, let entity):
      "'\(name)' of '\(entity)' is not stored, so a store cannot ask for it"
    case .unknownElement(let name, let composite, let near, let all):
      "no element '\(name)' in composite '\(composite)'"
        + (near.map { "; did you mean '\($0)'?" } ?? "; it has \(PredicateMessage.list(all))")
    case .unknownFunction(let name, let near):
      "unable to parse function name '\(name)' into supported selector (\(name))"
        + (near.map { "; did you mean '\($0)'?" } ?? "")
    case .unknownKey(let name, let entity, let near, let hint):
      "no property '\(name)' in entity '\(entity)'"
        + (hint.map { "; \($0)" } ?? near.map { "; did you mean '\($0)'?" } ?? "")
    case .unknownVariable(let name, let near):
      "the predicate has no variable '$\(name)'" + (near.map { "; did you mean '$\($0)'?" } ?? "")
    case .unsupported(let text, let why, let rewrite):
      "unimplemented SQL generation for predicate : (\(text)): \(why)"
        + PredicateMessage.write(rewrite)
    case .unsupportedFunction(let text, let why): "Unsupported function expression \(text): \(why)"
    case .value(let what, let other, let type, let hint):
      "\(what) is no value of \(PredicateMessage.quoted(other)), which is \(type)"
        + (hint.map { "; \($0)" } ?? "")
    case .valueNever(let what, let other, let why):
      "\(PredicateMessage.quoted(other)) is never \(what): \(why)"
    case .valueRange(let what, let other, let type):
      "\(PredicateMessage.quoted(other)) is never \(what): it lies outside the range of \(type)"
    case .variableTwice(let name): "'$\(name)' is given a value twice"
    case .variableTypes(let name, let first, let second):
      "'$\(name)' is \(first) in one place and \(second) in another"
    case .variableValue(let name, let type): "the value of '$\(name)' is no \(type)"
    }
  }

  private static func write(_ rewrite: String?) -> String {
    rewrite.map { "; write \($0)" } ?? ""
  }

  /// A text in quotes has them already.
  private static func quoted(_ text: String) -> String {
    text.hasPrefix("'") || text.hasPrefix("\"") ? text : "'\(text)'"
  }

  private static func list(_ names: [String]) -> String {
    names.prefix(5).map { "'\($0)'" }.joined(separator: ", ") + (names.count > 5 ? " …" : "")
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `an Integer 16`, `a String`
  static func article(_ type: String) -> String {
    // "URI" and "UUID" begin with the sound of "you".
    let isVowel = "AEIO".contains(type.first ?? "x") || type == "Undefined"
    return "\(isVowel ? "an" : "a") \(type)"
  }
}
