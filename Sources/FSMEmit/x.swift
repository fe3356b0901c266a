import FSMModel
