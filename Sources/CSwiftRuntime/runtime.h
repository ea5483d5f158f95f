// Entry points of Swift's runtime that no attribute or function of the language reaches.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Retains an object, unless its last strong reference is gone: its `deinit` then runs or will run.
///
/// Loading a `weak` reference calls the same function. The caller makes sure that the memory is still
/// the object's. Source: documented (docs/Runtime.md of Swift, "Reference counting").
///
/// Returns: The object, or a null pointer if it is being released.
void *_Nullable swift_tryRetain(void *_Nonnull object);

/// Calls a function with the metadata sections of each image of the process, until it returns false.
///
/// Swift's own test library finds tests with the same function. It is exported where object files are
/// ELF (Linux), and declared weak here, so that a program also runs where it does not exist.
///
/// `sections` points to words: the version of the layout (1 to 5 have the same first words), three
/// words that are not for us, then the start and the size in bytes of the sections of protocols,
/// conformances, and types. Source: documented (swift/shims/MetadataSections.h of Swift).
typedef bool (*MetadataSectionsBody)(const void *_Nonnull sections, void *_Nullable context);
extern void swift_enumerateAllMetadataSections(MetadataSectionsBody _Nonnull body,
                                               void *_Nullable context) __attribute__((weak));

/// Calls `swift_enumerateAllMetadataSections`; returns false if the runtime does not have it.
static inline bool momentum_enumerateMetadataSections(MetadataSectionsBody _Nonnull body,
                                                      void *_Nullable context) {
  if (!swift_enumerateAllMetadataSections) return false;
  swift_enumerateAllMetadataSections(body, context);
  return true;
}
