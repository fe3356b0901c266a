import Foundation

// Everything side by side in one run; medians of several runs, taken in turns so that a slow minute is slow for all.
//   bench FSMC WORKFOLDER [--peers]

guard CommandLine.arguments.count > 2 else {
  print("usage: bench FSMC FOLDER [--peers]")
  exit(64)
}
let bench = Bench(fsmc: CommandLine.arguments[1], folder: CommandLine.arguments[2])
try bench.steps()
try bench.compiler()
try bench.output()
try bench.search()
if CommandLine.arguments.contains("--peers") { try bench.peers() }
