import { withoutHidden } from "../../../contract/text/hidden-characters.ts"

/** A name that strangers chose, without what could make it look like something else: controls, line breaks, turned text. */
export function plainName(text: string | null | undefined): string | null {
  const plain = withoutHidden((text ?? "").normalize("NFC").replace(/\s+/g, " ")).trim()
  return plain === "" ? null : [...plain].slice(0, 80).join("")
}
