// libxml2, built with ICU on Debian: its headers then declare ICU's UErrorCode a second time and the
// module clashes with Foundation's. The ICU interface is not used, so it is switched off first.
#pragma once
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/relaxng.h>
