export type Described = {
  name: string
  /** What it is also called: tags, other words for it. */
  tags?: string
  /** Whatever else is known of it. */
  rest?: string
}

/**
 * How closely something fits what was typed: 0 where its name begins with it, 1 where a word of the name does, 2 where the
 * name has all the words, 3 with its tags, 4 with the rest. Undefined where a word is nowhere.
 */
export function closeness(query: string, { name, tags = "", rest = "" }: Described): number | undefined {
  const typed = query.trim().toLowerCase()
  const words = typed.split(/\s+/).filter(Boolean)
  const title = name.toLowerCase()
  if (title.startsWith(typed)) return 0
  if (` ${title}`.includes(` ${typed}`)) return 1
  const texts = [title, `${title} ${tags}`.toLowerCase(), `${title} ${tags} ${rest}`.toLowerCase()]
  const found = texts.findIndex((text) => words.every((word) => text.includes(word)))
  return found < 0 ? undefined : found + 2
}

/** Those that fit, the closest first; equally close ones stay in their order. */
export function closest<Item>(items: readonly Item[], query: string, describe: (item: Item) => Described): Item[] {
  return items
    .map((item) => ({ item, rank: closeness(query, describe(item)) }))
    .filter((one): one is { item: Item; rank: number } => one.rank !== undefined)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}
