// Only embind names `sprintf`, to print addresses of types that are not bound, of which there are
// none; without this, every page would load a printf.
extern "C" int siprintf(char* out, const char*, ...) {
  out[0] = 0;
  return 0;
}
