/// The place that a model's files are read from.
package enum ModelFileSource: Sendable, Hashable {
  /// The file system.
  ///
  /// `root` is the folder that contains every file that may be read, so a link out of it is an
  /// error; `nil` for no limit. Findings show lines of the files that are read, so a check of files
  /// from somebody else has a root.
  case disk(within: String?)
  /// Files in memory, such as those of a commit.
  case tree(FileTree)
  /// The file system, with the unsaved texts of an editor.
  case edited(EditedFiles)

  /// The file system; links may lead anywhere.
  package static let disk = ModelFileSource.disk(within: nil)
}

extension ModelFileSource {
  enum Kind: Sendable, Hashable {
    case file
    case folder
  }

  func kind(of path: String) throws(ModelFileError) -> Kind {
    switch self {
    case .disk(let root): try DiskFiles(root: root).kind(of: path)
    case .tree(let tree): try tree.kind(of: path)
    case .edited(let files): try files.kind(of: path)
    }
  }

  /// Returns the names of the files and folders in a folder.
  func entries(of path: String) throws(ModelFileError) -> [String] {
    switch self {
    case .disk(let root): try DiskFiles(root: root).entries(of: path)
    case .tree(let tree): try tree.entries(of: path)
    case .edited(let files): try files.entries(of: path)
    }
  }

  /// The bytes of a file; `nil` if it has more than `sizeMax`.
  func read(_ path: String, sizeMax: Int) throws(ModelFileError) -> [UInt8]? {
    switch self {
    case .disk(let root): try DiskFiles(root: root).read(path, sizeMax: sizeMax)
    case .tree(let tree): try tree.read(path, sizeMax: sizeMax)
    case .edited(let files): try files.read(path, sizeMax: sizeMax)
    }
  }

  /// Returns a path as findings show it: `origin/main:App/Model.xcdatamodeld`.
  package func shown(_ path: String) -> String {
    switch self {
    case .disk, .edited: path
    case .tree(let tree): tree.label + path
    }
  }
}
