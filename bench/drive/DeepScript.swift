typealias Machine = Deep
let kinds = 8
func event(_ kind: Int, _ value: Int) -> Deep.Event { [.power, .insert, .eject, .play, .pause, .stop, .seek, .faster][kind] }
