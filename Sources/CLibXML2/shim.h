#include <libxml/xmlversion.h>
/* Debian builds libxml2 with ICU, whose headers clash with Foundation's own copy; nothing here needs them. */
#undef LIBXML_ICU_ENABLED
#include <libxml/SAX2.h>
#include <libxml/parser.h>
/* For tests, which ask pages by element. */
#include <libxml/HTMLparser.h>
#include <libxml/xpath.h>
