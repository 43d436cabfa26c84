/** What a call has done, in words for people: numbers of what it answered, and names of elements that everybody knows. */
const NOUNS: Readonly<Record<string, string>> = {
  a: "a link",
  article: "an article",
  aside: "a side note",
  blockquote: "a quotation",
  button: "a button",
  details: "a part that opens",
  figure: "a figure",
  footer: "a footer",
  form: "a form",
  h1: "a heading",
  h2: "a heading",
  h3: "a heading",
  h4: "a heading",
  h5: "a heading",
  h6: "a heading",
  header: "a header",
  hr: "a line",
  img: "a picture",
  main: "the main part",
  nav: "a navigation",
  ol: "a list",
  p: "a paragraph",
  picture: "a picture",
  section: "a section",
  table: "a table",
  ul: "a list",
  video: "a video",
}

const PAST: Readonly<Record<string, string>> = {
  Add: "Added",
  Change: "Changed",
  Copy: "Copied",
  Describe: "Described",
  Give: "Gave",
  Insert: "Inserted",
  Make: "Made",
  Move: "Moved",
  Name: "Named",
  Remove: "Removed",
  Rename: "Renamed",
  Replace: "Replaced",
  Set: "Set",
  Take: "Took",
  Unwrap: "Unwrapped",
  Use: "Used",
  Wrap: "Wrapped",
  Write: "Wrote",
}

/** `Move an element in "Home"` was done: `Moved an element in "Home"`. */
export function done(sentence: string): string {
  const [first = "", ...rest] = sentence.split(" ")
  return [PAST[first] ?? first, ...rest].join(" ")
}

interface Inserted {
  readonly nodeIds?: readonly string[] | undefined
  readonly created?: readonly { readonly id: string; readonly tag: string }[] | undefined
  readonly removed?: readonly string[] | undefined
  readonly cssRulesCreated?: number | undefined
  readonly cssRulesUpdated?: number | undefined
}

/** `a section with 14 elements`, `3 elements`; undefined where nothing but styles came. */
export function whatCame({ nodeIds = [], created = [] }: Inserted): string | undefined {
  if (created.length === 0) return undefined
  const roots = created.filter(({ id }) => nodeIds.includes(id))
  const noun = roots.length === 1 ? (NOUNS[roots[0]!.tag] ?? "an element") : undefined
  if (noun === undefined) return count(created.length, "element")
  return created.length === 1 ? noun : `${noun} with ${count(created.length - 1, "element")}`
}

export function insertedWords(result: Inserted): string | undefined {
  const came = whatCame(result)
  return came === undefined ? stylesWords(result) : `Inserted ${came}`
}

export function replacedWords(result: Inserted): string | undefined {
  const came = whatCame(result)
  return came === undefined ? undefined : `Replaced what an element holds by ${came}`
}

interface Styled extends Inserted {
  readonly cssRulesDeleted?: number | undefined
  readonly cssPropertiesRemoved?: number | undefined
}

/** `Added 2 rules and changed 1`. */
export function stylesWords(result: Styled): string | undefined {
  const parts = [
    ["added", result.cssRulesCreated ?? 0, "rule"],
    ["changed", result.cssRulesUpdated ?? 0, "rule"],
    ["removed", result.cssRulesDeleted ?? 0, "rule"],
    ["removed", result.cssPropertiesRemoved ?? 0, "property"],
  ] as const
  const told = parts.flatMap(([verb, number, noun]) => (number > 0 ? [`${verb} ${count(number, noun)}`] : []))
  if (told.length === 0) return undefined
  const sentence = told.join(" and ")
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)} of style`
}

export function count(number: number, noun: string): string {
  if (number === 1) return `1 ${noun}`
  return `${number} ${noun.endsWith("y") ? `${noun.slice(0, -1)}ie` : noun}s`
}
