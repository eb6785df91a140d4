#ifndef __BRAID_MATH_H
#define __BRAID_MATH_H

#define M_PI 3.14159265358979323846
#define HUGE_VAL __builtin_huge_val()
#define INFINITY __builtin_inff()
#define NAN __builtin_nanf("")

extern double sqrt(double x);
extern double sin(double x);
extern double cos(double x);
extern double tan(double x);
extern double atan(double x);
extern double exp(double x);
extern double log(double x);
extern double log2(double x);
extern double log10(double x);
extern double floor(double x);
extern double ceil(double x);
extern double round(double x);
extern double trunc(double x);
extern double fabs(double x);
extern double pow(double x, double y);
extern double fmod(double x, double y);
extern double atan2(double y, double x);
extern double fmax(double x, double y);
extern double fmin(double x, double y);
extern float sqrtf(float x);
extern float fabsf(float x);
extern long lround(double x);

#endif
