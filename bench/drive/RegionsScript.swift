typealias Machine = Regions
let kinds = 7
func event(_ kind: Int, _ value: Int) -> Regions.Event { [.power, .mute, .zoom, .arm, .sync, .cut, .fail][kind] }
