import MomentumDiagnostics

// Finds whether the files of a model are up to date, without generating them.

extension OutputFolder {
  /// The files of a model, if they are unchanged since the last run and a run from the same state
  /// would make the same files again; `nil` if that is not certain.
  ///
  /// Compares the size and dates of each file with the stamp. A file that was written shortly
  /// before the stamp is also read, since a change within the same tick of the clock does not
  /// change its date. If all files are as written, the stamp gets the present time, so that the
  /// next run reads none of them.
  package func current(model: String, state: GenerationState) -> [String]? {
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

  /// Records the files that were made, with their sizes and dates, for the next `current`.
  func writeStamp(
    _ state: GenerationState, _ model: String, _ manifest: OutputManifest
  ) throws(OutputFailure) {
    var stamps = try stamps()
    let entries = manifest.entries(of: model)
    let time = disk.now()
    guard let marks = marks(of: entries) else { return }
    let hash = state.stamp(entries, marks)
    // The time only saves the next run from reading the files. While the hash of the files is the
    // same, the stamp stays as it is: writing it would change a file in every build.
    guard stamps[model]?.hash != hash else { return }
    stamps[model] = GenerationStamps.Stamp(hash: hash, time: time)
    try writeOwn(stamps.text, GenerationStamps.fileName)
  }

  /// Sets a new time in a stamp, unless another run holds the folder's lock or has written another
  /// stamp. If the folder cannot be written to, the old stamp stays, and the next run reads the
  /// files again: it takes longer and has the same result.
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

  /// The sizes and dates of the files; `nil` if a file is missing or its path is not a file.
  private func marks(of entries: [OutputManifest.Entry]) -> [FileMark]? {
    var result: [FileMark] = []
    for entry in entries {
      // A file that is written once belongs to a person, so only its existence counts.
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
