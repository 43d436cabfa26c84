import type { RegisteredTool } from "../access/tool.ts"
import { cardWordsOf, codesOf } from "../contract/card-words.ts"
import { inputSchemaOf } from "../contract/procedure.ts"
import type { InputField } from "../contract/proposal.ts"
import { labelOf, shapeOf } from "./field-diff.ts"

/** What a form for a tool's input calls its fields and what there is to choose, in the words of its cards. */
export function inputWords({ verb }: Pick<RegisteredTool, "verb">): InputField[] {
  return Object.entries(shapeOf(inputSchemaOf(verb.procedure))).map(([name, schema]) => {
    const words = cardWordsOf(schema)
    const choices = codesOf(schema).map((value) => ({ value, label: words?.values?.[value] ?? value }))
    return { name, label: words?.label ?? labelOf(name), choices: choices.length > 0 ? choices : null }
  })
}
