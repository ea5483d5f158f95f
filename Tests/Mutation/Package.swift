// swift-tools-version: 6.1
import PackageDescription

// A package of its own: it uses the parser that every Swift toolchain ships for its macros, and only
// `Tests/Mutation/run` knows where the toolchain is.
let package = Package(
  name: "momentum-mutation",
  platforms: [.macOS(.v14)],
  targets: [
    .executableTarget(
      name: "MutationPlaces",
      linkerSettings: [
        .linkedLibrary("SwiftSyntax"), .linkedLibrary("SwiftParser"),
        .linkedLibrary("SwiftOperators"),
      ])
  ]
)
