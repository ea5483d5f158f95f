// The system's libmd: SHA-256 and SHA-512 (Linux). Apple's systems have CryptoKit instead.
#pragma once
#include <sha2.h>
