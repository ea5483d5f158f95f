// The only file of this module that changes the file system. POSIX calls, since a link has to be seen as one
// and a file has to be read for sure or not at all.
import Foundation

/// The file system, with a door for tests to make any change fail.
struct Disk: Sendable {
  enum Change: String, Sendable, Hashable {
    case makeFolder = "make the folder"
    case write
    case replace
    case remove
  }

  enum Kind: Sendable, Hashable {
    case nothing
    case file
    case folder
    case link
    /// A pipe, a socket or a device.
    case other
  }

  /// Called before each change; what it throws is what the change fails with.
  var willChange: @Sendable (Change, String) throws(OutputFailure) -> Void = { _, _ in }

  /// The time by the clock that files are dated by, in nanoseconds.
  var now: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FileMark.nanoseconds(time)
  }

  /// What stands at a path, links not followed.
  func kind(of path: String) throws(OutputFailure) -> Kind {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return .nothing }
      throw failure("look at", path)
    }
    return Disk.kind(status)
  }

  private static func kind(_ status: stat) -> Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  /// The books on a file, links not followed; `nil` where there is none. A person's file may be a link, and
  /// has no more of a mark than that.
  func mark(of path: String, isOurs: Bool) throws(OutputFailure) -> FileMark? {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT { return nil }
      throw failure("look at", path)
    }
    switch Disk.kind(status) {
    case .file: return FileMark(isOurs ? status : stat())
    case .link: return isOurs ? nil : FileMark(stat())
    case .nothing, .folder, .other: return nil
    }
  }

  /// The bytes of a regular file; `nil` where there is nothing.
  func read(_ path: String) throws(OutputFailure) -> [UInt8]? {
    // Without waiting for somebody who writes to a pipe.
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw errno == ELOOP
        ? OutputFailure(cannot: "read", path, "it is a symbolic link") : failure("read", path)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure("read", path) }
    guard Disk.kind(status) == .file else {
      throw OutputFailure(cannot: "read", path, "it is not a file")
    }
    guard status.st_size <= Disk.sizeMax else {
      throw OutputFailure(cannot: "read", path, "it has more than \(Disk.sizeMax >> 20) MB")
    }
    // One byte more than the file has shows its end with the first call.
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
    var count = 0
    while true {
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: bytes.count) }
      let read = bytes.withUnsafeMutableBytes { buffer in
        Foundation.read(
          descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw failure("read", path) }
      if read == 0 { break }
      count += read
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Far above any generated file.
  private static let sizeMax = 1 << 30

  /// The names in a folder.
  func names(in folder: String) throws(OutputFailure) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw OutputFailure(cannot: "list", folder, "permission denied, or it is gone")
    }
  }

  // MARK: - Changes

  /// Makes one folder, where there is none yet.
  func makeFolder(_ path: String) throws(OutputFailure) {
    try willChange(.makeFolder, path)
    guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
      throw failure(Change.makeFolder.rawValue, path)
    }
  }

  /// Writes a new file; one of that name is an error.
  func write(_ bytes: [UInt8], to path: String) throws(OutputFailure) {
    try willChange(.write, path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure("write", path) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let reason = failure("write", path)
        close(descriptor)
        unlink(path)
        throw reason
      }
      rest = rest.dropFirst(count)
    }
    guard close(descriptor) == 0 else {
      let reason = failure("write", path)
      unlink(path)
      throw reason
    }
  }

  /// Puts a file in the place of another, which is the old one or the new one at any time.
  func replace(_ path: String, by new: String) throws(OutputFailure) {
    try willChange(.replace, path)
    guard rename(new, path) == 0 else { throw failure("write", path) }
  }

  /// Removes a file, where there is one.
  func remove(_ path: String) throws(OutputFailure) {
    try willChange(.remove, path)
    guard unlink(path) == 0 || errno == ENOENT else { throw failure("remove", path) }
  }

  // MARK: - Taking turns

  /// Keeps a folder for one run; the descriptor that `release` wants, `nil` where the file system knows no
  /// such locks.
  ///
  /// - Parameter patienceSeconds: How long to wait for another run to end.
  func claim(_ folder: String, patienceSeconds: Double) throws(OutputFailure) -> Int32? {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure("open", folder) }
    var waited = 0.0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else {
        close(descriptor)
        return nil
      }
      guard waited < patienceSeconds else {
        close(descriptor)
        throw OutputFailure(
          cannot: "write to", folder, "another run has been writing to it for a while")
      }
      usleep(20_000)
      waited += 0.02
    }
    return descriptor
  }

  /// Lets the next run go on.
  func release(_ descriptor: Int32?) {
    if let descriptor { close(descriptor) }
  }

  private func failure(_ verb: String, _ path: String) -> OutputFailure {
    OutputFailure(cannot: verb, path, String(cString: strerror(errno)).lowercasedStart)
  }
}

extension String {
  fileprivate var lowercasedStart: String { prefix(1).lowercased() + dropFirst() }
}
