/// "Did you mean …?": the declared name nearest to one that is not declared.
///
/// Distance: Damerau–Levenshtein in the restricted form (optimal string alignment), in which a typing slip is an insertion, a
/// deletion, a substitution or a swap of two neighbours. Sources: F. J. Damerau, "A technique for computer detection and correction
/// of spelling errors", CACM 7(3), 1964; R. Lowrance and R. A. Wagner, JACM 22(2), 1975. The bound of a third of the length is the
/// one rustc uses.
public enum Suggestions {
  /// Names longer than this are only compared for equality without regard to case.
  static let longestName = 128
  /// Candidates after these are not looked at, so that a chart full of unknown names stays quick.
  static let mostCandidates = 2000

  /// The candidate that was most likely meant, or nil when none is near.
  ///
  /// Near is: equal but for case, or at most a third of the name's length away (one slip for a name of up to five letters, and at least one letter right).
  /// Of several the nearest wins, then one with the same first letter, then the first in alphabetical order: the order of the
  /// candidates never matters while there are at most 2000.
  ///
  /// For example: `closest(to: "pus", among: ["push", "pull"])` is `"push"`; `closest(to: "x", among: ["push"])` is nil.
  public static func closest(to name: String, among candidates: some Sequence<String>) -> String? {
    let wanted = folded(name)
    var best: (rank: Rank, name: String)?
    for candidate in candidates.prefix(mostCandidates) where candidate != name {
      guard let rank = rank(of: candidate, for: wanted) else { continue }
      if let known = best, (known.rank, known.name) <= (rank, candidate) { continue }
      best = (rank, candidate)
    }
    return best?.name
  }

  /// Smaller is nearer.
  private struct Rank: Comparable {
    var distance: Int
    var startsDifferently: Bool

    static func < (lhs: Rank, rhs: Rank) -> Bool {
      lhs.distance == rhs.distance ? !lhs.startsDifferently && rhs.startsDifferently : lhs.distance < rhs.distance
    }
  }

  /// A name without regard to case.
  private static func folded(_ name: String) -> [Unicode.Scalar] { Array(name.lowercased().unicodeScalars) }

  private static func rank(of candidate: String, for wanted: [Unicode.Scalar]) -> Rank? {
    let bound = max(wanted.count, 3) / 3
    // A scalar is at most four bytes, so names whose byte counts lie far apart need no closer look.
    guard candidate.utf8.count <= 4 * (wanted.count + bound + 4) else { return nil }
    let other = folded(candidate)
    let startsDifferently = other.first != wanted.first
    if other == wanted { return Rank(distance: 0, startsDifferently: startsDifferently) }
    guard wanted.count <= longestName, abs(other.count - wanted.count) <= bound else { return nil }
    // At least one letter must have been right, else `x` would be near to every single letter.
    guard let distance = distance(wanted, other, atMost: bound), distance < wanted.count else { return nil }
    return Rank(distance: distance, startsDifferently: startsDifferently)
  }

  /// The optimal string alignment distance, or nil when it is above a bound.
  ///
  /// Three rows of the table are kept, and a row whose least entry is above the bound ends the search.
  static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], atMost bound: Int) -> Int? {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    var current = beforeLast
    for i in a.indices {
      current[0] = i + 1
      for j in b.indices {
        current[j + 1] = min(last[j + 1] + 1, current[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        let isSwap = i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j]
        if isSwap { current[j + 1] = min(current[j + 1], beforeLast[j - 1] + 1) }
      }
      if current.allSatisfy({ $0 > bound }) { return nil }
      (beforeLast, last, current) = (last, current, beforeLast)
    }
    return last[b.count] <= bound ? last[b.count] : nil
  }
}
