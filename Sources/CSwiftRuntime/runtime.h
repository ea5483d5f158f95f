// An entry point of Swift's runtime that no attribute or function of the language reaches.
#pragma once

/// Retains an object, unless its last strong reference is gone: its `deinit` then runs or will run.
///
/// Loading a `weak` reference calls the same function. The caller makes sure that the memory is still
/// the object's. Source: documented (docs/Runtime.md of Swift, "Reference counting").
///
/// Returns: The object, or a null pointer if it is being released.
void *_Nullable swift_tryRetain(void *_Nonnull object);
