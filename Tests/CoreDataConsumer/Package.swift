// swift-tools-version: 6.1
import PackageDescription

// An app's model layer that is shared by Macs and Linux, as a client writes it. `check` beside this file builds it
// in a folder with spaces, and says by MOMENTUM_PACKAGE where Momentum is.
let package = Package(
  name: "coredata-consumer",
  platforms: [.macOS(.v14)],
  targets: [
    .target(
      name: "GardenModel",
      resources: [
        .process("Model/Gärten.xcdatamodeld"), .process("Model/Seeds.xcdatamodeld"),
        .process("Model/Seeds.xcmappingmodel"),
      ]),
    .executableTarget(name: "garden", dependencies: ["GardenModel"]),
  ],
  swiftLanguageModes: [.v5])

#if os(Linux)
  package.dependencies = [
    .package(name: "momentum", path: Context.environment["MOMENTUM_PACKAGE"] ?? "../..")
  ]
  package.targets[0] = .target(
    name: "GardenModel",
    dependencies: [.product(name: "CoreDataOnLinux", package: "momentum")],
    exclude: ["Model"],
    plugins: [.plugin(name: "MomentumAdapt", package: "momentum")])
#endif
