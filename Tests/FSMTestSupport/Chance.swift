/// SplitMix64 (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014): the same choices for the same seed everywhere.
public struct Chance: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// True so many times in a hundred.
  public mutating func hits(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  /// One of some things; the list must not be empty.
  public mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[Int.random(in: 0..<choices.count, using: &self)] }
}
