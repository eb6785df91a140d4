/* No include guard: each inclusion looks at NDEBUG anew. */
#undef assert
#ifdef NDEBUG
# define assert(...) ((void)0)
#else
extern void assert(int condition);
#endif

#define static_assert _Static_assert
