/// The commands of fsmc.
enum Command: String, CaseIterable {
  case compile, check, graph, simulate, test, paths, format, convert, explain

  var description: CommandDescription {
    switch self {
    case .compile: CompileCommand.description
    case .check: CheckCommand.description
    case .graph: GraphCommand.description
    case .format: FormatCommand.description
    case .simulate: SimulateCommand.description
    case .test: TestCommand.description
    case .paths: PathsCommand.description
    case .convert: ConvertCommand.description
    case .explain: ExplainCommand.description
    }
  }

  /// Runs the command.
  func run(_ arguments: Arguments) throws(UsageError) -> ExitStatus {
    switch self {
    case .compile: try CompileCommand(arguments).run()
    case .check: try CheckCommand(arguments).run()
    case .graph: try GraphCommand(arguments).run()
    case .format: try FormatCommand(arguments).run()
    case .simulate: try SimulateCommand(arguments).run()
    case .test: try TestCommand(arguments).run()
    case .paths: try PathsCommand(arguments).run()
    case .convert: try ConvertCommand(arguments).run()
    case .explain: try ExplainCommand(arguments).run()
    }
  }
}
