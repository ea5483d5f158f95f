/// Where the files of a model are.
public enum ModelFileSource: Sendable, Hashable {
  /// The file system.
  ///
  /// `root`: the folder that no link may lead out of, `nil` for anywhere. A check of files that somebody
  /// else wrote has one, since its findings show lines of what it reads.
  case disk(within: String?)
  /// A commit's files, or others that are in memory already.
  case tree(FileTree)

  /// The file system, wherever links lead.
  public static let disk = ModelFileSource.disk(within: nil)
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
    }
  }

  /// The names in a folder.
  func entries(of path: String) throws(ModelFileError) -> [String] {
    switch self {
    case .disk(let root): try DiskFiles(root: root).entries(of: path)
    case .tree(let tree): try tree.entries(of: path)
    }
  }

  /// The bytes of a file, `nil` where it has more than `sizeMax`.
  func read(_ path: String, sizeMax: Int) throws(ModelFileError) -> [UInt8]? {
    switch self {
    case .disk(let root): try DiskFiles(root: root).read(path, sizeMax: sizeMax)
    case .tree(let tree): try tree.read(path, sizeMax: sizeMax)
    }
  }

  /// How findings name a path: `origin/main:App/Model.xcdatamodeld`.
  package func shown(_ path: String) -> String {
    switch self {
    case .disk: path
    case .tree(let tree): tree.label + path
    }
  }
}
