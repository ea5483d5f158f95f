internal import MomentumModel

extension StoreExporter {
  /// Writes the whole store as CSV files that an import reads: one file for each entity that has
  /// objects, one object a line, and one file with the highest keys that were assigned.
  ///
  ///     $id,$key,$version,name,location,tips
  ///     Venue/p1,1,3,Tea House,Location/p4,Tip/p2 Tip/p1
  ///
  /// - Parameter write: Appends a text to the file that has the given name.
  /// - Returns: The number of objects.
  package func writeCSV(_ write: (_ file: String, _ text: String) throws -> Void) throws -> Int {
    let keys = try lastKeys().map { CSVCell.line([CSVCell.field($0.entity), String($0.key)]) }
    try write(
      CSVCell.lastKeysFile + ".csv", CSVCell.line(CSVCell.lastKeysColumns) + keys.joined())
    var count = 0
    for entity in entities {
      var isFirst = true
      try forEachRecord(of: entity) { record in
        try write(record.entity + ".csv", (isFirst ? record.csvHeader : "") + record.csvLine)
        isFirst = false
        count += 1
      }
    }
    return count
  }
}

extension ExportRecord {
  fileprivate var csvHeader: String {
    let names = attributes.map(\.name) + toOnes.map(\.name) + toManys.map(\.name)
    return CSVCell.line(
      ([CSVCell.id, CSVCell.key, CSVCell.version] + names).map { CSVCell.field($0) })
  }

  fileprivate var csvLine: String {
    CSVCell.line(
      [CSVCell.field(id), String(key), String(version)]
        + attributes.map { CSVCell.field($0.value) }
        + toOnes.map { $0.object.map { CSVCell.field($0) } ?? "" }
        + toManys.map { CSVCell.field(ids: $0.objects) })
  }
}
