extension Manual {
  /// FSM8xx: charts of other formats.
  static let foreign: [Entry] = [
    Entry(
      .malformedXML, "the file is not well-formed XML",
      """
      An SCXML chart is an XML file, and XML leaves no room for mistakes: every element is closed, names match, values stand in quotes,
      and `<` and `&` are written `&lt;` and `&amp;`. Reading ends at the first place where that does not hold.

          <transition event="go" cond="a &lt; 3" target="b"/>

      A prefix such as `qt:` needs its declaration, `xmlns:qt="…"`, on the element or one around it.
      """),
    Entry(
      .unsafeXML, "a part of XML that fsmc does not read",
      """
      A document type declaration can name other files and define entities that grow without bound when they are expanded. fsmc opens
      no file that you did not name and expands nothing but the five entities of XML itself, so it refuses the declaration as a whole.
      Elements nested hundreds deep are refused as well.

      Remove `<!DOCTYPE …>`; write the characters that its entities stood for, or references such as `&#233;`.
      """),
    Entry(
      .badForeignChart, "the document is not a chart",
      """
      The file is well-formed, but not what its format prescribes: the root is not `<scxml>` of the namespace
      `http://www.w3.org/2005/07/scxml`, an attribute that an element needs is missing, an element stands where it has no meaning, or a
      value is none of those allowed.

          <scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="off">
            <state id="off"><transition event="toggle" target="on"/></state>
            <state id="on"><transition event="toggle" target="off"/></state>
          </scxml>
      """),
    Entry(
      .notImported, "nothing in fsmc corresponds to this",
      """
      The chart uses something that has no equal in fsmc's language: a running service (`<invoke>`), a message to another program, a
      loop over a list (`<foreach>`), data that are objects, a script beyond assignments. fsmc imports a chart whole or not at all; a
      part that was left out silently would make another machine of it.

      Often another form of the same chart imports: an `<invoke>` is a `do activity(…)` in the chart after the rest was converted, a
      computation is a `func` or an `action` of your program, and an object is a variable of a Swift type.
      """),
    Entry(
      .badForeignExpression, "the expression cannot be read",
      """
      Expressions of an SCXML chart are read as ECMAScript. fsmc understands numbers, strings, booleans, names of data, arithmetic,
      comparisons, `&&`, `||`, `!`, `? :`, `In('state')` and, in scripts, assignments. Here the text ends early, or something else
      stands where one of these is expected.

          <transition event="coin" cond="credit + 1 &gt;= price" target="paid"/>
      """),
    Entry(
      .assumedValue, "a value was assumed for data without one",
      """
      In SCXML, `<data id="x"/>` without a value is undefined until it is assigned. A variable of the generated machine always has a
      value, so it starts as 0, false or an empty string, by what is assigned to it later. The two differ only where the chart reads the
      data before it assigns them.

      Give the data a value to say what is meant:

          <data id="x" expr="0"/>
      """),
    Entry(
      .malformedJSON, "the file is not JSON",
      """
      A chart in JSON follows RFC 8259: keys and strings stand in double quotes, there are no comments and no comma before a closing
      bracket, control characters and halves of surrogate pairs are escaped in full. Reading ends at the first place where that does not
      hold. A key that stands twice in one object is refused too: readers differ in which of the two they believe.

          { "id": "Door", "initial": "closed", "states": { "closed": {}, "open": {} } }
      """),
    Entry(
      .leftOut, "a part of the chart that the other format has no place for",
      """
      Some of what a chart holds says nothing about how the machine behaves, and the other format has no place for it: tags and
      metadata of a configuration, comments. It is left out and named once, with the first place where it stands.

      What would change the machine's behaviour is never left out: that is an error.
      """),
  ]
}
