/// First in, first out, in constant time: taking from the front of an array would make a long chain of raised events quadratic.
struct Queue<Element> {
  private var items: [Element?] = []
  private var head = 0

  var isEmpty: Bool { head == items.count }
  /// What waits, oldest first.
  var waiting: [Element] { items[head...].compactMap { $0 } }

  mutating func append(_ element: Element) { items.append(element) }

  mutating func popFirst() -> Element? {
    guard head < items.count else { return nil }
    let element = items[head]
    items[head] = nil
    head += 1
    if head > 64, head * 2 > items.count {
      items.removeFirst(head)
      head = 0
    }
    return element
  }

  mutating func removeAll() {
    items.removeAll()
    head = 0
  }

  /// Returns how many were removed.
  mutating func removeAll(where isRemoved: (Element) -> Bool) -> Int {
    let kept = items[head...].filter { item in item.map { !isRemoved($0) } ?? false }
    let removed = items.count - head - kept.count
    items = kept
    head = 0
    return removed
  }
}
