extension Note {
  public var wordCount: Int { text.split(separator: " ").count }
}
