typealias Machine = Data
let kinds = 5
func event(_ kind: Int, _ value: Int) -> Data.Event {
  [.begin(size: value * 10 + 1), .chunk(n: value + 1), .fail, .retry, .cancel][kind]
}
