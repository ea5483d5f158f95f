import MomentumAdapt
import MomentumDiagnostics
import MomentumTestSupport
import Testing

/// CL-9, CL-14 and CL-16: what Linux does not read is replaced in its line.
@Suite struct AdaptedCodeTests {
  @Test(arguments: [
    ("@objc(Venue) @objcMembers final class A {}", "                          final class A {}"),
    ("@objc\nfunc f() {}", "     \nfunc f() {}"),
    ("@nonobjc class func f() {}", "@nonobjc class func f() {}"),
    ("let a = #keyPath(Venue.tips.text)", "let a = (\"tips.text\"            )"),
    ("let a = #keyPath(Shop.Venue.name)", "let a = (\"name\"                 )"),
    ("let a = #keyPath(Operation.isFinished)", "let a = (\"isFinished\"                )"),
    ("let a = \"\\(#keyPath(Venue.name)) == %@\"", "let a = \"\\((\"name\"            )) == %@\""),
    ("let a = #keyPath(\n  Venue.name)", "let a = (\"name\"               \n)"),
    (
      "#selector(NSString.localizedStandardCompare(_:))",
      "Selector(\"localizedStandardCompare:\"           )"
    ),
    ("#selector(NSNumber.compare)", "Selector(\"compare:\"       )"),
    (
      "#selector(Monitor<T, A.B>.changed(_:))",
      "Selector(\"changed:\", Monitor<T, A.B>.changed(_:))"
    ),
    (
      "#selector(Stack.changed(_:))", "Selector(\"changed:\", Stack.changed(_:))"
    ),
    (
      "#selector(Stack.didSave(note:))", "Selector(\"didSaveWithNote:\", Stack.didSave(note:))"
    ),
    (
      "class A { let s = [#selector(f), #selector(self.g(_:))] }",
      "class A { let s = [Selector(\"f\", A.f), Selector(\"g:\", A.g(_:))] }"
    ),
    (
      "try context.fetch(r) as! [[String: Any]]",
      "try context.fetch(r) as [Any] as! [[String: Any]]"
    ),
    (
      "let a = (try? context.fetch(r)) as? [NSManagedObjectID]",
      "let a = (try? context.fetch(r)) as [Any] as? [NSManagedObjectID]"
    ),
    ("use(try context.fetch(r)) as! [Int]", "use(try context.fetch(r)) as! [Int]"),
    ("try context.fetch(r) as [Venue]", "try context.fetch(r) as [Venue]"),
    ("try r.execute() as! [NSDictionary]", "try r.execute() as [Any] as! [NSDictionary]"),
    ("try context.execute(r) as! [NSDictionary]", "try context.execute(r) as! [NSDictionary]"),
    // Texts, comments and clauses for other systems stay.
    ("let a = \"@objc #keyPath(Venue.name)\"", "let a = \"@objc #keyPath(Venue.name)\""),
    ("// @objc\n/* #keyPath(A.b) /* @objc */ */", "// @objc\n/* #keyPath(A.b) /* @objc */ */"),
    (
      "#if canImport(ObjectiveC)\n@objc var a: Int\n#else\n@objc var a: Int\n#endif",
      "#if canImport(ObjectiveC)\n@objc var a: Int\n#else\n      var a: Int\n#endif"
    ),
    (
      "#if os(iOS) || os(macOS)\n@objc var a: Int\n#elseif DEBUG\n@objc var a: Int\n#endif",
      "#if os(iOS) || os(macOS)\n@objc var a: Int\n#elseif DEBUG\n      var a: Int\n#endif"
    ),
    (
      "#if !(os(Linux) && canImport(CoreData))\n@objc var a: Int\n#endif",
      "#if !(os(Linux) && canImport(CoreData))\n@objc var a: Int\n#endif"
    ),
    (
      "let r = model.fetchRequestTemplate(forName: \"A\") as? NSFetchRequest<Venue>",
      "let r = model.fetchRequestTemplate(forName: \"A\")?.typed() as  NSFetchRequest<Venue>?"
    ),
    (
      "use(m?.fetchRequestTemplate(forName: \"A\") as! NSFetchRequest<Shop.Venue>)",
      "use(m?.fetchRequestTemplate(forName: \"A\")!.typed() as  NSFetchRequest<Shop.Venue>)"
    ),
    (
      "import Foundation\nlet e: NSExpression",
      "import CoreData; import Foundation\nlet e: CoreData.NSExpression"
    ),
    (
      "import CoreData\nimport Foundation\nlet o: NSComparisonPredicate.Operator",
      "import CoreData\nimport Foundation\nlet o: CoreData.NSComparisonPredicate.Operator"
    ),
    ("let e: NSExpression", "let e: NSExpression"),
    (
      "NSCompoundPredicate(type: .or, subpredicates: [a, b])",
      "NSCompoundPredicate.withFormat(type: .or, subpredicates: [a, b])"
    ),
    (
      "NSCompoundPredicate.init(notPredicateWithSubpredicate: a)",
      "NSCompoundPredicate.withFormat     (notPredicateWithSubpredicate: a)"
    ),
    ("let a: NSCompoundPredicate = b", "let a: NSCompoundPredicate = b"),
    ("NSCompoundPredicate(coder: c)", "NSCompoundPredicate(coder: c)"),
    (
      "let c = NSClassFromString(\"Venue\")",
      "let c = NSManagedObject.anyClass(fromString: \"Venue\")"
    ),
    ("let f = NSClassFromString", "let f = NSClassFromString"),
    (
      "let t: Foundation.ValueTransformer, u: Foundation.URL",
      "let t: CoreData.ValueTransformer, u: Foundation.URL"
    ),
    (
      "bundle.urls(forResourcesWithExtension: \"cdm\", subdirectory: nil)",
      "bundle.fileURLs(forResourcesWithExtension: \"cdm\", subdirectory: nil)"
    ),
    (
      "import App\nlet b = Bundle(for: Stack.self)",
      "import CoreData; import App\nlet b = Bundle.withResources(of: Stack.self)"
    ),
    (
      "import CoreData\nlet b = Bundle(identifier: \"com.shop.Stack\")!",
      "import CoreData\nlet b = Bundle.identified(by: \"com.shop.Stack\")!"
    ),
    ("let b = My.Bundle(for: x)", "let b = My.Bundle(for: x)"),
    ("let b = Bundle(path: x)", "let b = Bundle(path: x)"),
    ("import CoreData.CoreDataDefines", "import CoreData"),
    ("import class Foundation.NSURL", "import class Foundation.NSURL"),
    ("import App.Part", "import App.Part"),
    ("manager.urls(for: .cachesDirectory)", "manager.urls(for: .cachesDirectory)"),
    ("let r = all as! NSFetchRequest<A>", "let r = all.typed() as  NSFetchRequest<A>"),
    (
      "let r = A.fetchRequest() as! NSFetchRequest<A>",
      "let r = A.fetchRequest().typed() as  NSFetchRequest<A>"
    ),
    ("let r = all.copy() as! NSFetchRequest<A>", "let r = all.copy() as! NSFetchRequest<A>"),
    (
      "let r = NSFetchRequest<NSManagedObject>(entityName: \"A\") as! NSFetchRequest<A>",
      "let r = NSFetchRequest<NSManagedObject>(entityName: \"A\").typed() as  NSFetchRequest<A>"
    ),
    (
      "use(self.all as? NSFetchRequest<A>)",
      "use(NSFetchRequest<A>.typed(self.all)                      )"
    ),
    ("let r = a?.all as? NSFetchRequest<A>", "let r = a?.all as? NSFetchRequest<A>"),
    (
      "use(A.list(in: (x, y))\n  .all(1) as? NSFetchRequest<A>)",
      "use(NSFetchRequest<A>.typed(A.list(in: (x, y))\n  .all(1))                      )"
    ),
    ("let r = (a ?? b) as? NSFetchRequest<A>", "let r = (a ?? b) as? NSFetchRequest<A>"),
    (
      "import App\nlet c: NSManagedObjectContext",
      "import CoreData; import App\nlet c: NSManagedObjectContext"
    ),
    (
      "import CoreData\nimport Foundation\nlet e: NSExpression",
      "import CoreData\nimport Foundation\nlet e: CoreData.NSExpression"
    ),
  ])
  func codeIsReplacedInItsLine(_ source: String, _ expected: String) {
    let adapted = Adapted(source)
    expectText(adapted.text, expected)
    #expect(adapted.findings.isEmpty, "\(adapted.findings)")
  }

  @Test func aCopyBeginsWithThePlaceOfItsSource() {
    let file = SourceFile(path: "A \"b\\c.swift", text: "#!/usr/bin/swift\nprint(1)\n")
    var findings = Diagnostics()
    let text = SourceAdaptation([file], models: []).text(of: 0, &findings)
    expectText(
      text,
      """
      // Made by Momentum for Linux from the file below. Do not edit.
      #sourceLocation(file: "A \\"b\\\\c.swift", line: 1)
      ///usr/bin/swift
      print(1)

      """)
  }

  @Test func everyLineStays() {
    let source =
      "@objc(\n A\r\n)\nclass B: NSManagedObject {\n  @NSManaged\n  var a\n    : Int\n}\n"
    let lines = { (text: String) in text.utf8.filter { $0 == 10 || $0 == 13 } }
    #expect(lines(Adapted(source).text) == lines(source))
  }

  /// Whatever is cut off, nothing traps, and each line of the source is a line of its copy.
  @Test func sourcesThatEndEarlyAreCopied() {
    let source = """
      import CoreData
      @objc(CDVenue) public class Venue: NSManagedObject {
        @NSManaged public var a: String?, b: Int
        @objc(addTipsObject:) @NSManaged func addToTips(_ value: Tip)
        init(name: String) { super.init(entity: e, insertInto: nil) }
        override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {}
        #if os(iOS) && (DEBUG || !X)
          func f() { _ = "\\(#keyPath(Venue.tips.text)) \\(#selector(NSString.compare(_:)))" }
        #else
          let x = (try c.fetch(r)) as! [Int]
        #endif
      }
      """
    let bytes = Array(source.utf8)
    for count in 0...bytes.count {
      let cut = String(decoding: bytes[..<count], as: UTF8.self)
      let adapted = Adapted(cut)
      #expect(adapted.text.utf8.count { $0 == 10 } == cut.utf8.count { $0 == 10 })
    }
  }
}
