import Foundation

/// A file that is read and replaced as a whole.
struct AtomicFile: Sendable {
  let path: String

  var exists: Bool { access(path, F_OK) == 0 }
  var isWritable: Bool { access(path, W_OK) == 0 }

  func read() throws -> [UInt8] {
    guard let file = fopen(path, "rb") else { throw failure("read", errno) }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      bytes.append(contentsOf: buffer[..<count])
      guard count == buffer.count else { break }
    }
    // For a folder, opening succeeds and reading fails here.
    guard ferror(file) == 0 else { throw failure("read", errno) }
    return bytes
  }

  /// Replaces the file in one step: if the process or the machine stops, the file is either the old
  /// one or the new one.
  func write(_ bytes: [UInt8]) throws {
    // Renaming onto a symbolic link would replace the link.
    let target =
      realpath(path, nil).map { pointer in
        defer { free(pointer) }
        return String(cString: pointer)
      } ?? path
    let temporary = "\(target).\(UUID().uuidString).new"
    do {
      try writeAndSynchronize(bytes, to: temporary, like: target)
      guard rename(temporary, target) == 0 else { throw failure("write", errno) }
    } catch {
      unlink(temporary)
      throw error
    }
    synchronizeFolder(of: target)
  }

  private func writeAndSynchronize(
    _ bytes: [UInt8], to temporary: String, like target: String
  ) throws {
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure("write", errno) }
    var isOpen = true
    defer { if isOpen { close(descriptor) } }
    var status = stat()
    // The new file keeps the permissions of the old one.
    if stat(target, &status) == 0, fchmod(descriptor, status.st_mode & 0o7777) != 0 {
      throw failure("write", errno)
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure("write", errno) }
      rest = rest.dropFirst(count)
    }
    // If the file were renamed before its bytes are on the disk, it could be empty after a power
    // failure.
    guard fsync(descriptor) == 0 else { throw failure("write", errno) }
    isOpen = false
    guard close(descriptor) == 0 else { throw failure("write", errno) }
  }

  /// Writes the entries of the file's folder to the disk. Errors are ignored: the new file has its
  /// name already, so the save has succeeded.
  private func synchronizeFolder(of target: String) {
    let folder = (target as NSString).deletingLastPathComponent
    let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = fsync(descriptor)
    close(descriptor)
  }

  private func failure(_ operation: String, _ number: Int32) -> MemoryStoreError {
    MemoryStoreError(
      .fileFailed(operation: operation, reason: String(cString: strerror(number))), path: path)
  }
}
