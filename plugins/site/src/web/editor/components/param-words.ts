/** Names of parameters as people read them, and out of what they write. */

/** `buttonLabel` is "Button label". */
export function wordsOf(name: string): string {
  const words = name.slice(0, 60).replace(/(?<=[a-z0-9])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** "Button label" is `buttonLabel`; null where no name comes of it. */
export function paramFrom(written: string): string | null {
  const [first = "", ...others] = written
    .slice(0, 60)
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
  const name =
    first.charAt(0).toLowerCase() +
    first.slice(1) +
    others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")
  return /^[a-z][a-zA-Z0-9]{0,39}$/.test(name) ? name : null
}
