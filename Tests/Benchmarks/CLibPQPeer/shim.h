// libpq for the peers in C; pkg-config knows where its header is.
#pragma once
#include <libpq-fe.h>
