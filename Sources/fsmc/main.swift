// A reader that has seen enough closes the pipe: writing then fails quietly instead of ending the program.
signal(SIGPIPE, SIG_IGN)
exit(CommandLineTool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
