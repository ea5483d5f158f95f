import MomentumDiagnostics

// How a run finds that there is nothing to do, without making anything.

extension OutputFolder {
  /// The files of a model, where they are as the last run left them and a run from the same state would
  /// make them again; `nil` where that is not known.
  ///
  /// Looks at what the file system notes of each file. A file that was written shortly before the notes were
  /// looked at is read, since a change within the same tick of the clock leaves its date as it is. When all
  /// files proved to be as written, the stamp gets the present time, so that the next run reads none of them.
  public func current(model: String, state: GenerationState) -> [String]? {
    let now = disk.now()
    guard let entries = try? manifest().entries(of: model), let marks = marks(of: entries),
      let stamps = try? disk.read(place(GenerationStamps.fileName)),
      let stamp = GenerationStamps(stamps)[model], stamp.hash == state.stamp(entries, marks)
    else { return nil }
    let doubtful = zip(entries, marks).filter { !$1.isSure(at: stamp.time) }
    guard doubtful.allSatisfy({ isAsWritten($0.0) }) else { return nil }
    if !doubtful.isEmpty, marks.allSatisfy({ $0.isSure(at: now) }) {
      renew(stamp, now, model: model)
    }
    return entries.filter { $0.hash != nil }.map(\.path)
  }

  /// Puts down what was made and how it lies on the disk, for the next `current`.
  func writeStamp(
    _ state: GenerationState, _ model: String, _ manifest: OutputManifest
  ) throws(OutputFailure) {
    var stamps = try stamps()
    let entries = manifest.entries(of: model)
    let time = disk.now()
    guard let marks = marks(of: entries) else { return }
    let hash = state.stamp(entries, marks)
    // The same stamp of an earlier time says the same.
    guard stamps[model]?.hash != hash else { return }
    stamps[model] = GenerationStamps.Stamp(hash: hash, time: time)
    try writeOwn(stamps.text, GenerationStamps.fileName)
  }

  /// Gives a stamp a new date, unless another run is at work or has written another stamp meanwhile. Where the
  /// folder cannot be written to, the old stamp stays, and the next run reads the files again: it takes longer and
  /// comes to the same result.
  private func renew(_ stamp: GenerationStamps.Stamp, _ time: Int64, model: String) {
    guard let claim = try? disk.claim(path, patienceSeconds: 0) else { return }
    defer { disk.release(claim) }
    do throws(OutputFailure) {
      var stamps = try stamps()
      guard stamps[model] == stamp else { return }
      stamps[model] = GenerationStamps.Stamp(hash: stamp.hash, time: time)
      try writeOwn(stamps.text, GenerationStamps.fileName)
    } catch {}
  }

  private func stamps() throws(OutputFailure) -> GenerationStamps {
    GenerationStamps(try disk.read(place(GenerationStamps.fileName)) ?? [])
  }

  /// `nil` where one of the files is missing, or is no file.
  private func marks(of entries: [OutputManifest.Entry]) -> [FileMark]? {
    var result: [FileMark] = []
    for entry in entries {
      // What is written once belongs to a person: that it is there is all that counts.
      guard let mark = try? disk.mark(of: place(entry.path), isOurs: entry.hash != nil) else {
        return nil
      }
      result.append(mark)
    }
    return result
  }

  private func isAsWritten(_ entry: OutputManifest.Entry) -> Bool {
    guard let hash = entry.hash else { return true }
    guard let bytes = try? disk.read(place(entry.path)) else { return false }
    return ContentHash(bytes) == hash
  }
}
