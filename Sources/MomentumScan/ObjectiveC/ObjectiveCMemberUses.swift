import MomentumDiagnostics
import MomentumModel

/// Finds the uses and declarations of some names in one Objective-C file: `[venue name]`, `venue.name`,
/// `[venue setName:text]`, `@property NSString *name;`, `@dynamic name;`, `- (void)setName:(NSString *)name`.
struct ObjectiveCMemberUses {
  let evaluator: ObjectiveCEvaluator
  let names: Set<String>
  private var unit: ObjectiveCUnit { evaluator.unit }

  init(evaluator: ObjectiveCEvaluator, names: Set<String>) {
    self.evaluator = evaluator
    self.names = names
  }

  func find() -> [MemberUse] {
    unit.tokens.indices.compactMap { index in
      guard unit.isName(index), names.contains(unit.text(index)), let subject = subject(at: index)
      else { return nil }
      return MemberUse(
        location: unit.location(index..<index + 1), name: unit.text(index), subject: subject)
    }
  }

  /// The object whose property the name at a token is; `nil` if the name is something else, such as
  /// a local name.
  private func subject(at index: Int) -> Subject? {
    if isDeclared(at: index) { return declaringClass(around: index).flatMap { subject(of: $0) } }
    if unit.isSign(index - 1, ".") {
      let start = ObjectiveCUses(evaluator: evaluator).chainStart(before: index - 1)
      return start < index - 1 ? subject(evaluator.meaning(start..<index - 1)) : nil
    }
    guard let open = unit.parent(of: index), unit.isSign(open, "["),
      let message = unit.message(at: open),
      message.parts.contains(where: { $0.keywordToken == index })
    else { return nil }
    return subject(evaluator.meaning(message.receiver))
  }

  private func subject(of className: String) -> Subject? {
    evaluator.subject(ofClass: className).flatMap { $0.isKnown ? $0 : nil }
  }

  private func subject(_ receiver: Meaning) -> Subject? {
    switch receiver {
    case .object(let subject): subject == .foreign ? nil : subject
    case .unknown: .unknown
    case .type, .request, .description, .objects, .foreign, .objectModel, .value, .plain: nil
    }
  }

  // MARK: - Declarations

  /// Whether the name is declared here: by `@property`, `@dynamic` or `@synthesize`, or as a part of a method's name.
  private func isDeclared(at index: Int) -> Bool {
    if unit.isSign(index + 1, ";") || unit.isSign(index + 1, ",") {
      if let word = directive(before: index) {
        return word == "property" || word == "dynamic" || word == "synthesize"
      }
    }
    return isInMethodName(index)
  }

  /// The word after the `@` that begins the statement around a token; `nil` if the statement begins
  /// with none.
  private func directive(before index: Int) -> String? {
    var at = index - 1
    while at >= 0, !unit.isSign(at, ";"), !unit.isSign(at, "{"), !unit.isSign(at, "}") {
      if unit.tokens[at].kind == .at { return unit.text(at + 1) }
      at -= 1
    }
    return nil
  }

  /// Whether a name is a part of a method's name: `insertObject` and `inPlacesAtIndex` of
  /// `- (void)insertObject:(Venue *)value inPlacesAtIndex:(NSUInteger)index;`
  private func isInMethodName(_ index: Int) -> Bool {
    guard unit.isSign(index + 1, ":") || unit.isSign(index + 1, ";") || unit.isSign(index + 1, "{")
    else { return false }
    var at = index
    while at > 0 {
      at -= 1
      if unit.isSign(at, "-") || unit.isSign(at, "+") {
        // The `-` or `+` of a method follows the end of another declaration; any other one is
        // arithmetic.
        return unit.isSign(at + 1, "(")
          && (unit.isSign(at - 1, ";") || unit.isSign(at - 1, "}") || unit.parent(of: at) == nil)
          && !isParameter(index)
      }
      if unit.isSign(at, ")"), let open = unit.partner(of: at) {
        at = open
      } else if !unit.isName(at), !unit.isSign(at, ":") {
        return false
      }
    }
    return false
  }

  /// Whether a name is that of a parameter, after its type: `(NSString *)name`.
  private func isParameter(_ index: Int) -> Bool {
    guard unit.isSign(index - 1, ")"), let open = unit.partner(of: index - 1) else { return false }
    return unit.isSign(open - 1, ":")
  }

  /// The class of the `@interface` or `@implementation` around a token; `nil` outside of both.
  private func declaringClass(around token: Int) -> String? {
    var at = token
    while at > 0 {
      at -= 1
      guard unit.tokens[at].kind == .at else { continue }
      switch unit.text(at + 1) {
      case "implementation", "interface": return unit.text(at + 2)
      case "end", "protocol": return nil
      default: continue
      }
    }
    return nil
  }
}
