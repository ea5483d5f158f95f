internal import MomentumText

extension XMLStoreDocument {
  /// The text of the file, in the form of Core Data: four blanks for each level, an end tag for
  /// each element, no line end after the last one.
  var text: String {
    var text = """
      <?xml version="1.0"?>
      <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

      <database>
          <databaseInfo>
              <version>\(escaped(version))</version>
              <UUID>\(escaped(uuid))</UUID>
              <nextObjectID>\(lastNumber)</nextObjectID>
              <metadata>

      """
    text += XMLStorePropertyList.text(metadata, level: 3)
    text += "        </metadata>\n    </databaseInfo>\n"
    for object in objects { append(object, to: &text) }
    return text + "</database>"
  }

  private func append(_ object: Object, to text: inout String) {
    text += "    <object type=\"\(escaped(object.type))\" id=\"\(escaped(object.id))\">\n"
    for attribute in object.attributes {
      text += "        <attribute name=\"\(escaped(attribute.name))\""
      text += " type=\"\(escaped(attribute.type))\">"
      text += StoreText.escaped(attribute.text) + "</attribute>\n"
    }
    for relationship in object.relationships {
      text += "        <relationship name=\"\(escaped(relationship.name))\""
      text += " type=\"\(escaped(relationship.type))\""
      text += " destination=\"\(escaped(relationship.destination))\""
      if !relationship.ids.isEmpty {
        text += " idrefs=\"\(escaped(relationship.ids.joined(separator: " ")))\""
      }
      text += "></relationship>\n"
    }
    text += "    </object>\n"
  }

  private func escaped(_ text: String) -> String { MarkupEscape.attribute.escaped(text) }
}
