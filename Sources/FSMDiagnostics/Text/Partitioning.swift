extension RandomAccessCollection where Index == Int {
  /// The first index whose element is wanted, in a collection in which the wanted ones stand behind all others; the end where none is.
  /// Found by halving.
  ///
  /// For example: `starts.partitioningIndex { $0 > offset }` is how many lines start at an offset or before.
  @inlinable public func partitioningIndex(where isWanted: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isWanted(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
