/// A position in the diagram, in pixels from the upper left corner.
struct Point: Sendable, Hashable {
  var x: Int
  var y: Int
}

struct Rectangle: Sendable, Hashable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  var right: Int { x + width }
  var bottom: Int { y + height }

  func overlaps(_ other: Rectangle) -> Bool {
    x < other.right && other.x < right && y < other.bottom && other.y < bottom
  }

  func contains(_ other: Rectangle) -> Bool {
    x <= other.x && other.right <= right && y <= other.y && other.bottom <= bottom
  }

  func moved(_ byX: Int, _ byY: Int) -> Rectangle {
    Rectangle(x: x + byX, y: y + byY, width: width, height: height)
  }
}

/// The greatest whole number whose square is not greater than the value.
func squareRoot(_ value: Int) -> Int { Int(Double(max(value, 0)).squareRoot()) }
