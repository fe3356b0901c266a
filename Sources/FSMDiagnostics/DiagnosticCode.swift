/// The registry of everything fsmc can find. A code, once released, keeps its number and its meaning.
///
/// Each code has an entry in the manual (`Manual/`), which `fsmc explain` prints, and a fixture under
/// `Tests/Fixtures/diagnostics/` that shows it; a test fails when either is missing.
///
/// Hundreds: 0 files, 1 text and syntax, 2 names, 3 types and calls, 4 structure, 5 determinism and reachability,
/// 6 things left unused, 7 scenarios, 8 charts of other formats, 9 what an output cannot carry.
public enum DiagnosticCode: String, Sendable, CaseIterable {
  // Files.
  case fileNotUTF8 = "FSM001"
  case fileTooLarge = "FSM002"
  case noMachine = "FSM003"
  case usedFileNotFound = "FSM004"

  // Text and syntax.
  case unexpectedCharacter = "FSM101"
  case unterminatedString = "FSM102"
  case unterminatedComment = "FSM103"
  case strayCommentEnd = "FSM104"
  case badEscape = "FSM105"
  case badNumber = "FSM106"
  case badName = "FSM107"
  case unsupportedString = "FSM108"
  case expected = "FSM110"
  case unclosedBrace = "FSM111"
  case nestedTooDeep = "FSM112"
  case surplusBrace = "FSM113"
  case chainedComparison = "FSM114"
  case misplacedMember = "FSM115"
  case wrongOperator = "FSM116"
  case blockOfList = "FSM117"
  case reactionOrder = "FSM120"
  case effectSeparator = "FSM121"
  case payloadInTrigger = "FSM122"
  case targetSeparator = "FSM123"
  case emptyReaction = "FSM124"
  case missingType = "FSM125"
  case wrongArrow = "FSM126"
  case branchShape = "FSM127"

  // Names.
  case unknownName = "FSM201"
  case duplicateName = "FSM202"
  case ambiguousState = "FSM203"
  case unknownState = "FSM204"
  case conflictingEvent = "FSM205"
  case notInScope = "FSM206"
  case wrongKind = "FSM207"
  case cyclicDefinition = "FSM208"

  // Types and calls.
  case typeMismatch = "FSM301"
  case wrongArguments = "FSM302"
  case notAssignable = "FSM303"
  case literalOutOfRange = "FSM304"
  case divisionByZero = "FSM305"
  case badOperands = "FSM306"
  case badRange = "FSM307"
  case misplacedStateTest = "FSM308"
  case misplacedStep = "FSM309"

  // Structure.
  case missingInitial = "FSM401"
  case doubledInitial = "FSM402"
  case finalWithContent = "FSM403"
  case initialInParallel = "FSM404"
  case badRegion = "FSM405"
  case crossRegion = "FSM406"
  case badTarget = "FSM407"
  case stateNeedsData = "FSM408"
  case machineStateContent = "FSM409"
  case choiceBranchWithoutTarget = "FSM410"
  case incompleteChoice = "FSM411"
  case neverCompletes = "FSM412"
  case machineWithoutStates = "FSM413"

  // Determinism and reachability.
  case overlappingReactions = "FSM501"
  case redundantReaction = "FSM502"
  case neverTaken = "FSM503"
  case endlessLoop = "FSM504"
  case regionOverwrite = "FSM505"
  case undecidedOverlap = "FSM506"
  case alwaysHolds = "FSM507"
  case unreachableState = "FSM510"
  case deadEnd = "FSM511"
  case lostEvent = "FSM512"
  case lostWrite = "FSM513"
  case assertionFails = "FSM520"
  case assertionUndecided = "FSM521"
  case rangeLeft = "FSM522"
  case trap = "FSM523"
  case stuck = "FSM524"
  case endOutOfReach = "FSM525"
  case innerFirst = "FSM530"
  case regionFirst = "FSM531"
  case unhandled = "FSM532"

  // Unused.
  case unused = "FSM601"
  case unusedAllowance = "FSM602"
  case badAllowance = "FSM603"

  // Scenarios.
  case expectationFailed = "FSM701"
  case unexpectedRejection = "FSM702"
  case scenarioStopped = "FSM703"

  // Charts of other formats.
  case malformedXML = "FSM801"
  case unsafeXML = "FSM802"
  case badForeignChart = "FSM803"
  case notImported = "FSM804"
  case badForeignExpression = "FSM805"
  case assumedValue = "FSM806"
  case malformedJSON = "FSM807"
  case leftOut = "FSM808"

  // What an output cannot carry.
  case notCarried = "FSM901"

  /// How bad it is, unless a finding says otherwise.
  public var severity: Diagnostic.Severity {
    switch self {
    case .unused, .unusedAllowance, .badAllowance, .unreachableState, .redundantReaction, .neverTaken, .lostEvent, .lostWrite, .deadEnd,
      .regionOverwrite, .undecidedOverlap, .alwaysHolds, .rangeLeft, .trap, .stuck,
      .endOutOfReach:
      .warning
    case .assumedValue, .leftOut, .assertionUndecided, .innerFirst, .regionFirst, .unhandled: .note
    default: .error
    }
  }
}
