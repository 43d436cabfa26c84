import { z } from "zod"
import { hasHidden } from "./hidden-characters.ts"

/**
 * One line that names something: a name, a title, a label. All that people know a thing by is one of these, so none holds
 * a character that nobody sees or that turns around what stands beside it. Other scripts and emoji are welcome. A letter and its
 * accent are kept as one character where there is one (NFC): two names that differ in nothing else are one.
 */
export function line(what: string, max: number) {
  return (
    z
      .string()
      .trim()
      // Pages show a run of blanks as one: two names that differ in nothing else would look the same.
      .overwrite((text) => text.normalize("NFC").replaceAll(/ {2,}/g, " "))
      .min(1, `${what} is needed.`)
      .max(max, `${what} has at most ${max} characters.`)
      .refine(
        (text) => !hasHidden(text),
        `${what} has no line breaks and no characters that cannot be seen. Write it anew instead of pasting it.`,
      )
  )
}
