// swift-tools-version: 6.1
import PackageDescription

// A package of its own: it links libFuzzer, which only `Tests/Fuzzing/run` asks for.
let package = Package(
  name: "momentum-fuzzing",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "momentum", path: "../..")],
  targets: [
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "MomentumFuzz",
      dependencies: ["CFuzzer", .product(name: "_MomentumParts", package: "momentum")],
      packageAccess: false),
  ]
)

// The fuzzer calls parts that are `package` in Momentum. SwiftPM names a package that is
// given by its path after its folder, as a C identifier in small letters.
let folder = Context.packageDirectory.split(separator: "/").dropLast(2).last ?? "momentum"
let momentum = String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
for target in package.targets where target.name != "CFuzzer" {
  target.swiftSettings = [.unsafeFlags(["-package-name", momentum])]
}
