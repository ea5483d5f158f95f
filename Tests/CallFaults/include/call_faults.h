#ifndef MOMENTUM_CALL_FAULTS_H
#define MOMENTUM_CALL_FAULTS_H

// Makes the n-th call of this process that opens, reads, changes or names a file of one folder fail, or ends
// the process there. Calls of SQLite and Foundation count too: on Linux the program's own definitions of
// open, pwrite, rename and so on come before those of the C library. Elsewhere nothing is counted.

enum call_faults_action {
  // Only counts.
  CALL_FAULTS_COUNT = 0,
  // The n-th call fails.
  CALL_FAULTS_FAIL_ONCE = 1,
  // The n-th call and all that write after it fail: a disk that stays full.
  CALL_FAULTS_FAIL_FROM = 2,
  // SIGKILL before the n-th call.
  CALL_FAULTS_KILL = 3,
  // SIGKILL after half of the n-th call's bytes, where it writes some.
  CALL_FAULTS_KILL_TORN = 4,
  // Every link fails with EPERM: a file system without hard links.
  CALL_FAULTS_NO_LINKS = 5,
};

// Counts from here on. `folder`: absolute, without links; `number`: the errno of a failing call.
void call_faults_arm(const char *folder, long long at, int action, int number);

// Writes what is done to files of the folder from the next arming on into another file, in the order in which it
// is done, so that a test can say what a disk may hold after the power fails. One line for each call, its words
// parted by tabs; files are known by their inode, since a descriptor stays with a file that is renamed:
//
//   folder INODE                 the folder itself, once
//   create PATH INODE            an open that made a file
//   write INODE OFFSET SIZE      the bytes follow the line, and a line break follows them
//   truncate INODE SIZE
//   sync INODE                   fsync or fdatasync of a file or of the folder
//   rename OLD NEW               also link OLD NEW and remove PATH
//
// Returns 0, or -1 where the file cannot be made.
int call_faults_record(const char *path);

// Stops counting.
void call_faults_disarm(void);

// The calls since the last arming.
long long call_faults_count(void);

// Limits the size of files this process writes, in bytes; a write beyond fails with EFBIG.
int call_faults_limit_file_size(long long bytes);

#endif
