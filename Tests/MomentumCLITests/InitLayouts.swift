import MomentumTestSupport
import Testing

/// A repository as somebody has it before `momentum init`, and a mistake that the checks have to find afterwards.
struct InitLayout: Sendable, CustomTestStringConvertible {
  var name: String
  var files: [String: String]
  var tag: String?
  /// The files that `init` writes.
  var written: Set<String> = [
    ".momentum.json", ".github/workflows/data-model.yml", ".pre-commit-config.yaml",
  ]
  /// The file with the mistake, its text, and the id that the checks have to name.
  var mistake: (path: String, text: String, id: String)

  var testDescription: String { name }

  static let all = [
    xcodeApp, package, severalModels, oldFindings, swiftData, monorepo, cloudKit,
  ]

  private static let baseline = ".momentum-baseline.json"

  /// An entity `Venue` with a link to `City`.
  private static func venues(_ attributes: [String], city: String = "City") -> String {
    SampleContents.contents(
      """
      <entity name="Venue" representedClassName="Venue">
          \(attributes.joined(separator: "\n    "))
          <relationship name="city" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="\(city)" inverseName="venues" inverseEntity="\(city)"/>
      </entity>
      <entity name="City" representedClassName="City">
          <relationship name="venues" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Venue" inverseName="city" inverseEntity="Venue"/>
      </entity>
      """)
  }

  private static let name = SampleContents.attribute("name")
  private static let rating = SampleContents.attribute("rating", "Integer 16")
  /// The default transformer is a warning.
  private static let tags = SampleContents.attribute("tags", "Transformable")
  private static let icon = SampleContents.attribute("icon", "Transformable")

  // MARK: - Layouts

  /// Xcode's template: the project beside the app's folder, a bundle of two versions.
  private static let xcodeApp = InitLayout(
    name: "an app in Xcode",
    files: [
      "Guide.xcodeproj/project.pbxproj": "// !$*UTF8*$!\n",
      "Guide/GuideApp.swift": "import CoreData\n",
      "Guide/Guide.xcdatamodeld/.xccurrentversion": SampleContents.currentVersion("Guide 2"),
      "Guide/Guide.xcdatamodeld/Guide.xcdatamodel/contents": venues([name]),
      "Guide/Guide.xcdatamodeld/Guide 2.xcdatamodel/contents": venues([name, rating]),
    ],
    mistake: (
      "Guide/Guide.xcdatamodeld/Guide 2.xcdatamodel/contents",
      venues([name, rating], city: "Citty"), "model.unknown-destination"
    ))

  /// A model among the resources of a package. The released version is edited.
  private static let package = InitLayout(
    name: "a Swift package",
    files: [
      "Package.swift": "// swift-tools-version: 6.0\n",
      "Sources/Guide/Store.swift": "import CoreData\n",
      "Sources/Guide/Resources/Guide.xcdatamodeld/Guide.xcdatamodel/contents": venues([name]),
    ], tag: "v1.0",
    mistake: (
      "Sources/Guide/Resources/Guide.xcdatamodeld/Guide.xcdatamodel/contents",
      venues([name, rating]), "versions.edited-after-release"
    ))

  /// Three projects with a model each, one of them without versions, beside old jobs of GitHub.
  private static let severalModels = InitLayout(
    name: "several models",
    files: [
      ".github/workflows/tests.yml": "name: Tests\non: push\n",
      "App/App.xcodeproj/project.pbxproj": "// !$*UTF8*$!\n",
      "App/Model/App.xcdatamodeld/App.xcdatamodel/contents": venues([name]),
      "Widget/Widget.xcodeproj/project.pbxproj": "// !$*UTF8*$!\n",
      "Widget/Widget.xcdatamodel/contents": SampleContents.venue(name),
      "Kit/Package.swift": "// swift-tools-version: 6.0\n",
      "Kit/Sources/Kit/Kit.xcdatamodeld/Kit.xcdatamodel/contents": SampleContents.venue(rating),
    ],
    mistake: (
      "Kit/Sources/Kit/Kit.xcdatamodeld/Kit.xcdatamodel/contents",
      SampleContents.venue(rating, tags), "model.insecure-transformer"
    ))

  /// The old findings stay hidden, and one more of the same kind is shown.
  private static let oldFindings = InitLayout(
    name: "a model with findings",
    files: ["Old/Old.xcdatamodeld/Old.xcdatamodel/contents": venues([name, tags])],
    written: [
      ".momentum.json", baseline, ".github/workflows/data-model.yml", ".pre-commit-config.yaml",
    ],
    mistake: (
      "Old/Old.xcdatamodeld/Old.xcdatamodel/contents", venues([name, tags, icon]),
      "model.insecure-transformer"
    ))

  private static func trips(inverse: String) -> String {
    """
    import SwiftData

    @Model final class Trip {
      var title: String = ""
      @Relationship(inverse: \\Stop.\(inverse)) var stops: [Stop] = []
      init() {}
    }

    """
  }

  /// No bundle at all: the models are classes. The two stops of a trip are an old finding.
  private static let swiftData = InitLayout(
    name: "SwiftData alone",
    files: [
      "Package.swift": "// swift-tools-version: 6.0\n",
      "Sources/Trips/Trip.swift": trips(inverse: "trip"),
      "Sources/Trips/Stop.swift": """
      import SwiftData

      @Model final class Stop {
        var place: String = ""
        var trip: Trip?
        var guide: Guide?
        init() {}
      }
      @Model final class Guide {
        var stops: [Stop] = []
        init() {}
      }

      """,
    ],
    written: [
      ".momentum.json", baseline, ".github/workflows/data-model.yml", ".pre-commit-config.yaml",
    ],
    mistake: ("Sources/Trips/Trip.swift", trips(inverse: "journey"), "swiftdata."))

  /// Releases that are not named as usual: without the setting, the edit would be a note.
  private static let monorepo = InitLayout(
    name: "a repository of several apps",
    files: [
      "android/build.gradle": "", "ios/Podfile": "",
      "ios/Guide/Guide.xcdatamodeld/Guide.xcdatamodel/contents": venues([name]),
    ], tag: "ios-2.1",
    mistake: (
      "ios/Guide/Guide.xcdatamodeld/Guide.xcdatamodel/contents", venues([name, rating]),
      "versions.edited-after-release"
    ))

  private static func synced(_ attribute: String) -> String {
    SampleContents.contents(
      """
      <entity name="Note" representedClassName="Note">\(attribute)</entity>
      <configuration name="Cloud" usedWithCloudKit="YES"><memberEntity name="Note"/></configuration>
      """)
  }

  /// The rules of CloudKit apply since the model says that it is synced.
  private static let cloudKit = InitLayout(
    name: "a model that syncs",
    files: ["App/Notes.xcdatamodeld/Notes.xcdatamodel/contents": synced(name)],
    mistake: (
      "App/Notes.xcdatamodeld/Notes.xcdatamodel/contents",
      synced(#"<attribute name="name" attributeType="String"/>"#), "cloudkit.required-property"
    ))
}
