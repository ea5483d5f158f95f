package import MomentumDiagnostics
import MomentumModel
import MomentumPredicate

/// Checks what the sites of sources name against the models.
package struct SiteChecker: Sendable {
  let model: ScanModel
  let names: DeclaredNames
  let isRegularExpression: (@Sendable (String) -> Bool)?

  package init(
    model: ScanModel, names: DeclaredNames,
    isRegularExpression: (@Sendable (String) -> Bool)? = nil
  ) {
    self.model = model
    self.names = names
    self.isRegularExpression = isRegularExpression
  }

  package func check(_ site: ScanSite, _ diagnostics: inout Diagnostics) {
    var found = Diagnostics()
    run(site, &found)
    if !found.isEmpty, case .entity(let place) = site.subject {
      for namesake in model.namesakes(of: place) {
        var other = site
        other.subject = .entity(namesake)
        var otherFound = Diagnostics()
        run(other, &otherFound)
        if otherFound.all.count < found.all.count { found = otherFound }
      }
    }
    diagnostics.append(contentsOf: found)
  }

  private func run(_ site: ScanSite, _ diagnostics: inout Diagnostics) {
    switch site.kind {
    case .predicate(let format): check(format, of: site, isPredicate: true, &diagnostics)
    case .expression(let format): check(format, of: site, isPredicate: false, &diagnostics)
    case .sortKey(let key, let sort): check(key, sort, of: site, &diagnostics)
    case .key(let key, let use): check(key, use, of: site, &diagnostics)
    case .valueForKey(let key, let value): check(key, value: value, of: site, &diagnostics)
    case .entityName(let name, let use): check(name, use, &diagnostics)
    case .template(let name, let template): check(name, template, &diagnostics)
    case .sortBlock(let location):
      if case .entity = site.subject { diagnostics.report(ScanMessage.sortBlock, at: location) }
    }
  }

  // MARK: - Entities

  private func check(
    _ name: SourceLiteral, _ use: EntityUse, _ diagnostics: inout Diagnostics
  ) {
    guard name.gaps.isEmpty else { return }
    guard let place = model.entity(named: name.text) else {
      guard !names.modelNames.contains(name.text), !names.outsideClasses.contains(name.text) else {
        return
      }
      let near = nearName(to: name.text, among: model.entityNames)
      diagnostics.report(
        ScanMessage.unknownEntity(name.text, near: near), at: name.wholeLocation,
        fixIts: fixIts(near, name))
      return
    }
    switch use {
    case .request: break
    case .insertion:
      if model[place].isAbstract {
        diagnostics.report(ScanMessage.abstractEntity(name.text), at: name.wholeLocation)
      }
    case .requestOfClass(let className):
      guard let entityClass = model[place].className, model.entity(ofClass: className) != nil,
        !model.isObject(of: place, ofClass: className)
      else { return }
      diagnostics.report(
        ScanMessage.otherClass(className, entity: name.text, entityClass: entityClass),
        at: name.wholeLocation)
    }
  }

  /// The repair that replaces the whole text of a literal by a likely name. Empty if there is no
  /// likely name, or if the text is not in the file as one piece without escapes.
  func fixIts(_ near: String?, _ name: SourceLiteral) -> [Diagnostic.FixIt] {
    let whole = SourceRange(0, name.text.utf8.count)
    guard let near, name.isVerbatim(whole), !name.text.isEmpty else { return [] }
    return [Diagnostic.FixIt("use '\(near)'", replace: name.location(of: whole), with: near)]
  }

  // MARK: - Stored requests

  private func check(
    _ name: SourceLiteral, _ site: TemplateSite, _ diagnostics: inout Diagnostics
  ) {
    guard name.gaps.isEmpty else { return }
    guard let template = model.template(name.text) else {
      guard !names.modelNames.contains(name.text) else { return }
      let near = nearName(to: name.text, among: model.templateNames)
      diagnostics.report(
        ScanMessage.unknownTemplate(name.text, near: near), at: name.wholeLocation,
        fixIts: fixIts(near, name))
      return
    }
    guard let variables = site.variables else { return }
    let given = Set(variables.map(\.text))
    let missing = template.variables.subtracting(given).sorted()
    for variable in variables where !template.variables.contains(variable.text) {
      guard variable.gaps.isEmpty else { return }
      let near = nearName(to: variable.text, among: missing)
      diagnostics.report(
        ScanMessage.surplusVariable(variable.text, of: name.text, near: near),
        at: variable.wholeLocation, fixIts: fixIts(near, variable))
    }
    for variable in missing {
      diagnostics.report(
        ScanMessage.missingVariable(variable, of: name.text), at: name.wholeLocation)
    }
  }
}
