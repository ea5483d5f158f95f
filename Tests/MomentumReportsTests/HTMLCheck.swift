import Foundation
import MomentumDiagnostics
import MomentumModelFiles

/// What a page must have: balanced elements, links that lead somewhere, nothing from elsewhere.
enum HTMLCheck {
  static func problems(of html: String) -> [String] {
    var result: [String] = []
    var diagnostics = Diagnostics()
    // Every element of ours is closed, so a reader of XML can hold us to it.
    let text = html.replacingOccurrences(of: "<!DOCTYPE html>\n", with: "")
    let file = SourceFile(path: "page.html", text: text)
    if XMLReader.read(file, &diagnostics) == nil || diagnostics.hasErrors {
      result += diagnostics.all.map(\.text) + ["the page is not well-formed"]
    }
    let ids = matches(of: " id=\"([^\"]*)\"", in: html)
    if Set(ids).count != ids.count { result.append("an id stands twice") }
    for target in matches(of: "href=\"#([^\"]*)\"", in: html) where !ids.contains(target) {
      result.append("no id '\(target)'")
    }
    for name in matches(of: "aria-labelledby=\"([^\"]*)\"", in: html) where !ids.contains(name) {
      result.append("no label '\(name)'")
    }
    for link in matches(of: "href=\"([^#][^\"]*)\"", in: html) { result.append("leaves: \(link)") }
    for source in matches(of: " (?:src|style|on[a-z]+)=\"([^\"]*)\"", in: tags(of: html)) {
      result.append("loads or runs: \(source)")
    }
    return result
  }

  private static func tags(of html: String) -> String {
    matches(of: "(<[a-z][^>]*>)", in: html).joined()
  }

  private static func matches(of pattern: String, in text: String) -> [String] {
    guard let expression = try? NSRegularExpression(pattern: pattern) else { return [] }
    let whole = NSRange(text.startIndex..., in: text)
    return expression.matches(in: text, range: whole).compactMap { match in
      Range(match.range(at: 1), in: text).map { String(text[$0]) }
    }
  }
}
