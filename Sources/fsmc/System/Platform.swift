// The one place that chooses a C library. Full Foundation would make the program start many times slower on Linux.
#if canImport(Darwin)
  @_exported import Darwin
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Glibc
#endif

/// The variables of the environment, as a program started from here gets them.
var inheritedEnvironment: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  #if canImport(Darwin)
    return _NSGetEnviron().pointee
  #else
    return environ
  #endif
}
