import SwiftSyntax

/// The types that functions, initializers and cases of all files declare for their arguments, by what a
/// call of them shows: `lower(of:keys:)`.
final class Signatures: SyntaxVisitor {
  /// Several declarations can share a name and labels.
  private var types: [String: Set<[String]>] = [:]

  init() { super.init(viewMode: .sourceAccurate) }

  /// Whether every declaration that a call can mean has one type for two neighbours. The compiler would
  /// refuse most of the other exchanges, and each refusal costs a build.
  func allowExchange(_ call: FunctionCallExprSyntax, before index: Int) -> Bool {
    let labels = call.arguments.map { $0.label?.text ?? "_" }
    let base = call.calledExpression
    let name =
      base.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? base.trimmedDescription
    guard let rows = types[Self.key(name, labels)] else { return false }
    return rows.allSatisfy { $0[index - 1] == $0[index] }
  }

  private static func key(_ name: String, _ labels: [String]) -> String {
    name + "(" + labels.map { $0 + ":" }.joined() + ")"
  }

  private func add(_ name: String, _ rows: [(label: String, type: String)]) {
    types[Self.key(name, rows.map(\.label)), default: []].insert(rows.map(\.type))
  }

  private static func rows(
    _ parameters: FunctionParameterListSyntax
  ) -> [(label: String, type: String)] {
    parameters.map { ($0.firstName.text, $0.type.trimmedDescription) }
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    add(node.name.text, Self.rows(node.signature.parameterClause.parameters))
    return .skipChildren
  }

  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
    if let name = Self.owner(of: Syntax(node)) {
      add(name, Self.rows(node.signature.parameterClause.parameters))
    }
    return .skipChildren
  }

  override func visit(_ node: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind {
    let parameters = node.parameterClause?.parameters
    add(
      node.name.text,
      (parameters ?? []).map { ($0.firstName?.text ?? "_", $0.type.trimmedDescription) })
    return .skipChildren
  }

  /// The initializer that the compiler makes for the stored properties of a struct.
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    var rows: [(label: String, type: String)] = []
    for member in node.memberBlock.members {
      guard let variable = member.decl.as(VariableDeclSyntax.self),
        !variable.modifiers.contains(where: { $0.name.text == "static" })
      else { continue }
      for binding in variable.bindings where binding.accessorBlock == nil {
        guard let type = binding.typeAnnotation?.type else { continue }
        rows.append((binding.pattern.trimmedDescription, type.trimmedDescription))
      }
    }
    add(node.name.text, rows)
    return .visitChildren
  }

  private static func owner(of node: Syntax) -> String? {
    var next = node.parent
    while let current = next {
      if let type = current.as(StructDeclSyntax.self) { return type.name.text }
      if let type = current.as(ClassDeclSyntax.self) { return type.name.text }
      if let type = current.as(EnumDeclSyntax.self) { return type.name.text }
      if let type = current.as(ExtensionDeclSyntax.self) {
        return type.extendedType.trimmedDescription
      }
      next = current.parent
    }
    return nil
  }
}
