import { withoutHidden } from "@countersign/core/hidden-characters"

/** One line that names something, made of what an author of elsewhere wrote: it loses what nobody sees. */
export function nameFrom(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").normalize("NFC").trim().slice(0, most).toWellFormed()
  return withoutHidden(line).replace(/ {2,}/g, " ").trim()
}
