import MomentumModel

extension ObjectModel {
  /// The names in one text: `'Venue'`, `'Venue' and 'Cafe'`, `'Venue' and 3 other entities`.
  func quotedNames(of entities: [EntityID], _ word: String = "and") -> String {
    guard let first = entities.first else { return "no entity" }
    switch entities.count {
    case 1: return "'\(self[first].name)'"
    case 2: return "'\(self[first].name)' \(word) '\(self[entities[1]].name)'"
    default: return "'\(self[first].name)' \(word) \(entities.count - 1) other entities"
    }
  }
}
