typealias Machine = Flat
let kinds = 6
func event(_ kind: Int, _ value: Int) -> Flat.Event { [.dial, .ring, .answer, .hangUp, .hold, .resume][kind] }
