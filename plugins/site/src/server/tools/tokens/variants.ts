import { type FontFile, refuse } from "../../../document.ts"

export type Variant = Pick<FontFile, "weight" | "style">

/** `regular`, `italic`, `700`, `700italic`, or `100..900` of a variable font. */
export function readVariant(written: string): Variant {
  const said = written
    .slice(0, 60)
    .trim()
    .toLowerCase()
    .replace(/^regular|^(?=italic$)/, "400")
    .replace(/^(\d+) (?=\d)/, "$1..")
  const [, from, to, italic] = /^(\d{1,4})(?:\.\.(\d{1,4}))? ?(italic)?$/.exec(said) ?? []
  if (from === undefined)
    refuse(`"${written.slice(0, 60)}" is no variant of a font. Write 400, 700italic, or 100..900 of a variable one.`)
  return { weight: to === undefined ? from : `${from} ${to}`, style: italic ? "italic" : "normal" }
}
