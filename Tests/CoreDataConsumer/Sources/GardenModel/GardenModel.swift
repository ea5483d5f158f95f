import Foundation

/// The resources of the model layer.
public enum GardenModel {
  public static let bundle = Bundle.module
}
