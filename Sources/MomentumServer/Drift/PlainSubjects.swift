internal import MomentumModel
internal import MomentumStore

/// What tables and columns are called in the model, so that findings and plans name properties that
/// a reader knows, and not names that the layout has made.
enum PlainSubjects {
  /// The words by table and column; `""` for the table itself:
  /// `["venue": ["": "Venue", "special_count": "Venue.specialCount"]]`.
  static func of(_ model: ObjectModel, _ plain: PlainSchema) -> [String: [String: String]] {
    var subjects: [String: [String: String]] = [:]
    var tables: [EntityID: String] = [:]
    for table in plain.tables {
      switch table.kind {
      case .entity(let root):
        tables[root] = table.name
        subjects[table.name, default: [:]][""] = model[root].name
      case .join(let owner):
        subjects[table.name, default: [:]][""] =
          "\(model[owner.entity].name).\(model[owner].name)"
      }
    }
    for (id, leaves) in plain.attributeColumns {
      guard let table = tables[model.root(of: id.entity)] else { continue }
      for leaf in leaves {
        let path = ([model[id].name] + leaf.path).joined(separator: ".")
        subjects[table]?[leaf.column] = "\(model[id.entity].name).\(path)"
      }
    }
    for (id, storage) in plain.relationships {
      guard case .foreignKey(let key) = storage, let table = tables[model.root(of: id.entity)]
      else { continue }
      let title = "\(model[id.entity].name).\(model[id].name)"
      subjects[table]?[key.column] = title
      if let order = key.orderColumn { subjects[table]?[order] = title }
    }
    return subjects
  }
}
