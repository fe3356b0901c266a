import FSMAnalysis
import FSMDiagnostics
import FSMEmit
import FSMModel
import FSMSyntax
