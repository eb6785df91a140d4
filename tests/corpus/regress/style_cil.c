/* as CIL writes it */
typedef unsigned long pthread_t;
union __anonunion_pthread_attr_t_1 { char __size[56]; long __align; };
typedef union __anonunion_pthread_attr_t_1 pthread_attr_t;
extern int pthread_create(pthread_t * __restrict __newthread, pthread_attr_t const * __restrict __attr, void *(*__start_routine)(void *), void * __restrict __arg);
extern int pthread_join(pthread_t __th, void **__thread_return);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __assert_fail(char const *__assertion, char const *__file, unsigned int __line, char const *__function) __attribute__((__nothrow__, __noreturn__));
int volatile x = (int volatile)0;
int volatile y;
static int __tmp_0;
void *t1(void *arg)
{
  int __cil_tmp2;
  int __cil_tmp3;
  {
  __VERIFIER_atomic_begin();
  __cil_tmp2 = x;
  x = __cil_tmp2 + 1;
  __VERIFIER_atomic_end();
  goto while_0_continue;
  while_0_continue: /* CIL Label */ ;
  __cil_tmp3 = y;
  if (! (__cil_tmp3 == 0)) {
    goto while_0_break;
  } else {
    goto lab;
  }
  lab:
  y = 1;
  while_0_break: /* CIL Label */ ;
  }
  return ((void *)0);
}
int main(void)
{
  pthread_t a;
  pthread_t b;
  int tmp;
  {
  pthread_create((pthread_t * __restrict)(& a), (pthread_attr_t const * __restrict)((void *)0), & t1, (void * __restrict)((void *)0));
  pthread_create((pthread_t * __restrict)(& b), (pthread_attr_t const * __restrict)((void *)0), & t1, (void * __restrict)((void *)0));
  pthread_join(a, (void **)0);
  pthread_join(b, (void **)0);
  tmp = x;
  if (tmp == 2) { } else { __assert_fail("x == 2", "cil.c", 50U, "main"); } //~ safe
  }
  return (0);
}
