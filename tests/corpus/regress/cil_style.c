/* As tools write C: temporaries, labels, casts and conversions everywhere, declarations of the library in full. */
typedef unsigned long size_t;
typedef unsigned long pthread_t;
union __anonunion_pthread_mutex_t_1 {
   int __data[10] ;
   char __size[40] ;
   long __align ;
};
typedef union __anonunion_pthread_mutex_t_1 pthread_mutex_t;
union pthread_attr_t {
   char __size[56] ;
   long __align ;
};
typedef union pthread_attr_t pthread_attr_t;
extern int ( __attribute__((__nonnull__(1,3))) pthread_create)(pthread_t * __restrict  __newthread ,
                                                               pthread_attr_t const   * __restrict  __attr ,
                                                               void *(*__start_routine)(void * ) ,
                                                               void * __restrict  __arg )  __attribute__((__nothrow__)) ;
extern int pthread_join(pthread_t __th , void **__thread_return ) ;
extern int ( __attribute__((__nonnull__(1))) pthread_mutex_lock)(pthread_mutex_t *__mutex )  __attribute__((__nothrow__)) ;
extern int ( __attribute__((__nonnull__(1))) pthread_mutex_unlock)(pthread_mutex_t *__mutex )  __attribute__((__nothrow__)) ;
extern  __attribute__((__nothrow__, __noreturn__)) void __assert_fail(char const   *__assertion ,
                                                                      char const   *__file ,
                                                                      unsigned int __line ,
                                                                      char const   *__function ) ;
extern int printf(char const   * __restrict  __format  , ...) ;
static pthread_mutex_t mutex  =    {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
static int volatile   counter  =    (int volatile   )0;
__inline static unsigned short swapped(unsigned short v )
{
  unsigned short __x ;

  {
  __x = v;
  __asm__  ("rorw $8, %w0": "=r" (v): "0" (__x): "cc");
  return (v);
}
}
static void *worker(void *arg )
{
  int tmp ;
  int i ;
  long *limit ;
  void *__cil_tmp5 ;

  {
  limit = (long *)arg;
  i = 0;
  {
  while (1) {
    while_continue: /* CIL Label */ ;
    if (! ((long )i < *limit)) {
      goto while_break;
    }
    {
    pthread_mutex_lock(& mutex);
    tmp = (int )counter;
    counter = (int volatile   )(tmp + 1);
    }
    if (! ((int )counter == tmp + 1)) {
      {
      __assert_fail("counter == tmp + 1", "cil.c", 20U, "worker");   //~ safe
      }
    }
    {
    pthread_mutex_unlock(& mutex);
    i ++;
    }
  }
  while_break: /* CIL Label */ ;
  }
  __cil_tmp5 = (void *)0;
  return (__cil_tmp5);
}
}
int main(int argc , char **argv )
{
  pthread_t threads[2] ;
  long limit ;
  int __cil_tmp7 ;

  {
  {
  limit = 1L;
  pthread_create((pthread_t * __restrict  )(& threads[0]), (pthread_attr_t const   * __restrict  )((void *)0),
                 & worker, (void * __restrict  )((void *)(& limit)));
  pthread_create((pthread_t * __restrict  )(& threads[1]), (pthread_attr_t const   * __restrict  )((void *)0),
                 & worker, (void * __restrict  )((void *)(& limit)));
  pthread_join(threads[0], (void **)((void *)0));
  pthread_join(threads[1], (void **)((void *)0));
  }
  if ((int )counter == 2) {
    if (1) {
      __cil_tmp7 = 0;
    } else {
      __cil_tmp7 = 1;
    }
  } else {
    {
    __assert_fail("counter == 2", "cil.c", 34U, "main");   //~ safe
    }
  }
  {
  printf((char const   * __restrict  )"%d\n", (int )counter);
  }
  return (__cil_tmp7);
}
}
