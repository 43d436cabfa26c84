import { describe, expect, it } from "vitest"
import { plainWords } from "./plain-words.ts"

describe("an update in plain words", () => {
  it.each([
    ["Answers are slow. **Orders are not lost.**", "Answers are slow. Orders are not lost."],
    [
      "# What happened\n\n- one *small* thing\n- `db_main` and two\n> said",
      "What happened\n\none small thing\ndb_main and two\nsaid",
    ],
    ["Read [the report](https://example.com/a?b=c) and ![a graph](x.png).", "Read the report and a graph."],
    ["2 * 3 is 6, _not_ 5, and snake_case_names stay.", "2 * 3 is 6, not 5, and snake_case_names stay."],
    ["~~Wrong~~ [not a link] (as it is)", "Wrong [not a link] (as it is)"],
  ])("is %j without its signs", (markdown, words) => {
    expect(plainWords(markdown)).toBe(words)
  })
})
