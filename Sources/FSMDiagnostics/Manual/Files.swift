extension Manual {
  /// FSM0xx: the file itself.
  static let files: [Entry] = [
    Entry(
      .fileNotUTF8, "the file is not UTF-8",
      """
      A chart is read as UTF-8. The place named holds bytes that no UTF-8 text can hold, most often because the file was saved in an
      older encoding such as Latin-1 or Windows-1252, or because it is not a text at all.

      Save the file as UTF-8 in your editor, or convert it:

          iconv -f WINDOWS-1252 -t UTF-8 old.fsm > new.fsm

      A byte-order mark at the start is allowed and changes nothing.
      """),
    Entry(
      .fileTooLarge, "the file is too large",
      """
      fsmc reads charts of up to 32 MB, which is far more than people write and still quick to read. A larger file is most often a
      wrong path.

      If a program wrote the chart and it really is that large, split it: a machine in a file of its own is brought in with `use` and
      stands in a state.

          use "clip.fsm"
          machine Editor {
            state clip: ClipEditor
          }
      """),
    Entry(
      .noMachine, "the file holds no machine",
      """
      A chart file declares at least one machine; this one is empty, or holds only comments, imports and uses.

          machine Lamp {
            event toggle
            initial state off { on toggle -> on }
            state on { on toggle -> off }
          }
      """),
    Entry(
      .usedFileNotFound, "a used file cannot be read",
      """
      `use` names another chart file, relative to the file that says it, and no file is there or it cannot be read.

          use "parts/clip.fsm"      // looked for in the folder `parts` beside this chart

      Check the spelling, and that the path starts at the folder of the chart rather than at the folder fsmc was started in.
      """),
  ]
}
