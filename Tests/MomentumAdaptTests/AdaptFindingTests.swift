import Testing

/// Constructs that cannot be carried over, and key paths that no property has.
@Suite struct AdaptFindingTests {
  @Test func aKeyPathIsCheckedWithTheModel() {
    let adapted = Adapted([
      """
      let a = #keyPath(Venue.nam)
      let b = #keyPath(Venue.tips.venue.tips.txt)
      let c = #keyPath(Venue.name.length)
      let d = #keyPath(Venue.summary)
      let e = #keyPath(Venue.objectID)
      let f = #keyPath(Elsewhere.nothing)
      extension Tip { func g() -> String { #keyPath(texts) } }
      """,
      "extension Venue { @objc(short) var summary: String { \"\" } }",
    ])
    #expect(
      adapted.findings == [
        "1:24: adapt.unknown-key: no property 'nam' in entity 'Venue'; did you mean 'name'?",
        "2:40: adapt.unknown-key: no property 'txt' in entity 'Tip'; did you mean 'text'?",
        "7:47: adapt.unknown-key: no property 'texts' in entity 'Tip'; did you mean 'text'?",
      ])
    // The key of a property is its Objective-C name.
    #expect(adapted.text.contains("let d = (\"short\""))
    #expect(Adapted("let a = #keyPath(Venue.nam)", models: []).findings.isEmpty)
  }

  @Test func whatLinuxLacksIsReported() {
    let adapted = Adapted(
      """
      import UIKit
      import os.log
      @objc protocol P { @objc optional func f() -> Int }
      class A: NSObject {
        override func observeValue(forKeyPath k: String?, of o: Any?) {}
        func g() { add(self, selector: #selector(getter: A.changed)) }
      }
      #if canImport(UIKit)
        import SwiftUI
        let s = #selector(A.changed(_:))
      #endif
      """)
    #expect(
      adapted.findings == [
        "1:8: adapt.missing-module: the module 'UIKit' does not exist on Linux; put what needs it inside "
          + "'#if canImport(UIKit)'",
        "2:8: adapt.missing-module: the module 'os' does not exist on Linux; put what needs it inside "
          + "'#if canImport(os)'",
        "3:40: adapt.optional-requirement: the optional requirement 'f' needs a default implementation in "
          + "an extension",
        "5:17: adapt.key-value-observing: 'observeValue' belongs to key-value observing, which Linux does "
          + "not have",
        "6:34: adapt.selector: '#selector(getter: A.changed)' names no method of a class; on Linux a "
          + "selector refers to a method itself",
      ])
  }

  /// A file that does not need the module compiles, and a module of its name may stand in for it.
  @Test func anImportOfAModuleThatLinuxLacksIsMadeConditional() {
    let adapted = Adapted(
      """
      import Foundation; @preconcurrency import Combine; import CoreData
        import os.log // a log
      import struct os.Logger
      #if canImport(UIKit)
        import UIKit
      #endif
      let a = 1
      """)
    #expect(
      adapted.text == """
        import Foundation;\u{20}
        #if canImport(Combine)
        #sourceLocation(file: "S0.swift", line: 1)
        @preconcurrency import Combine
        #endif
        #sourceLocation(file: "S0.swift", line: 1)
          import CoreData
         \u{20}
        #if canImport(os)
        #sourceLocation(file: "S0.swift", line: 2)
        import os   \u{20}
        #endif
        #sourceLocation(file: "S0.swift", line: 2)
         // a log

        #if canImport(os)
        #sourceLocation(file: "S0.swift", line: 3)
        import struct os.Logger
        #endif
        #sourceLocation(file: "S0.swift", line: 3)

        #if canImport(UIKit)
          import UIKit
        #endif
        let a = 1
        """)
    #expect(
      Adapted("import UIKit\nlet p = NSPredicate()", models: []).text.hasPrefix(
        "import CoreData; \n#if canImport(UIKit)\n"))
  }
}
