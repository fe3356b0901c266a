/// Small charts that the tests of the command line use.
enum Charts {
  static let door = """
    machine Door {
      event push, pull
      initial state closed { on push -> open }
      state open { on pull -> closed }
    }

    """

  /// A name that is not declared.
  static let misspelt = """
    machine Door {
      event push, pull
      initial state closed { on pus -> open }
      state open { on pull -> closed }
    }

    """

  /// Two machines in one file.
  static let pair = """
    machine Lamp {
      event toggle
      initial state off { on toggle -> on }
      state on { on toggle -> off }
    }
    machine Bell {
      event ring
      initial state quiet { on ring -> loud }
      state loud { on ring -> quiet }
    }

    """
}
