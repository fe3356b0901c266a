import Foundation

// Everything side by side in one run; several runs, taken in turns so that a slow minute is slow for all.
//   bench FSMC WORKFOLDER [steps] [fsmc] [output] [search] [peers]
// Without a part all but the peers are measured.

guard CommandLine.arguments.count > 2 else {
  print("usage: bench FSMC FOLDER [steps] [fsmc] [output] [search] [peers]")
  exit(64)
}
let bench = Bench(fsmc: CommandLine.arguments[1], folder: CommandLine.arguments[2])
let parts = CommandLine.arguments.dropFirst(3)
func isWanted(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }

if isWanted("steps") { try bench.steps() }
if isWanted("fsmc") { try bench.compiler() }
if isWanted("output") { try bench.output() }
if isWanted("search") { try bench.search() }
if parts.contains("peers") { try bench.peers() }
