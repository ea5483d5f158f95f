/// What is known of modules on Linux.
enum LinuxModules {
  /// Whether a module exists on Linux; `nil` if it is neither Apple's nor part of a toolchain, so that
  /// it may be a module of the app.
  static func exists(_ name: String) -> Bool? {
    if present.contains(name) { return true }
    return missing.contains(name) ? false : nil
  }

  private static let present: Set<String> = [
    "Swift", "Foundation", "CoreData", "Dispatch", "Glibc", "FoundationNetworking", "FoundationXML",
    "FoundationEssentials", "XCTest", "Testing",
  ]

  /// Modules of Apple's systems that sources beside Core Data import.
  ///
  /// Source: documented (<https://developer.apple.com/documentation/technologies>).
  private static let missing: Set<String> = [
    "AppIntents", "AppKit", "AVFoundation", "BackgroundTasks", "CloudKit", "Cocoa", "Combine",
    "Contacts", "CoreFoundation", "CoreGraphics", "CoreImage", "CoreLocation", "CoreSpotlight",
    "CryptoKit", "Darwin", "EventKit", "HealthKit", "ImageIO", "MapKit", "MobileCoreServices",
    "Network", "OSLog", "ObjectiveC", "PhotosUI", "Photos", "QuartzCore", "Security",
    "StoreKit", "SwiftData", "SwiftUI", "UIKit", "UniformTypeIdentifiers", "UserNotifications",
    "WatchConnectivity", "WatchKit", "WidgetKit", "os",
  ]
}
