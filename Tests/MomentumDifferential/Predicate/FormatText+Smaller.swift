import MomentumModel
import MomentumPredicate

extension FormatText {
  /// The text with one argument or variable made smaller.
  var smallerConstants: [FormatText] {
    var result: [FormatText] = []
    for index in arguments.indices {
      for argument in arguments[index].smaller {
        var copy = self
        copy.arguments[index] = argument
        result.append(copy)
      }
    }
    for index in variables.indices {
      for value in variables[index].value.smaller {
        var copy = self
        copy.variables[index].value = value
        result.append(copy)
      }
    }
    return result
  }
}

extension PredicateArgument {
  /// Arguments that are one step smaller, each of the same kind.
  fileprivate var smaller: [PredicateArgument] {
    switch self {
    case .list(let elements) where elements.count > 6:
      let middle = elements.count / 2
      return [.list(Array(elements[..<middle])), .list(Array(elements[middle...]))]
    case .list(let elements):
      let fewer = elements.indices.map { index -> PredicateArgument in
        var copy = elements
        copy.remove(at: index)
        return .list(copy)
      }
      let changed = elements.indices.flatMap { index -> [PredicateArgument] in
        elements[index].smaller.map { element in
          var copy = elements
          copy[index] = element
          return .list(copy)
        }
      }
      return fewer + changed
    case .value(let value): return value.smaller.map { .value($0) }
    // A text may be a key path.
    case .text, .object, .key, .null, .fetch: return []
    }
  }
}

extension AttributeValue {
  fileprivate var smaller: [AttributeValue] {
    switch self {
    case .integer(let number): number == 0 ? [] : [.integer(0), .integer(number / 2)]
    case .double(let number):
      number == 0
        ? [] : [.double(0)] + (number == number.rounded() ? [] : [.double(number.rounded())])
    case .date(let number): number == 0 ? [] : [.date(0)]
    case .string(let text):
      text.isEmpty ? [] : [.string(String(text.dropFirst())), .string(String(text.dropLast()))]
    case .binary(let bytes): bytes.isEmpty ? [] : [.binary([])]
    case .decimal, .boolean, .uri, .uuid: []
    }
  }
}
