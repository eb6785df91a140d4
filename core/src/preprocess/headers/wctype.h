#ifndef __BRAID_WCTYPE_H
#define __BRAID_WCTYPE_H

#include <wchar.h>

extern int iswalnum(wint_t c);
extern int iswalpha(wint_t c);
extern int iswdigit(wint_t c);
extern int iswspace(wint_t c);
extern int iswupper(wint_t c);
extern int iswlower(wint_t c);
extern wint_t towlower(wint_t c);
extern wint_t towupper(wint_t c);

#endif
