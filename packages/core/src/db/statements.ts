/**
 * What a transaction has changed so far, by what Postgres said of each statement: a lock, a wait or a lost race changes
 * nothing, though each of them may give the transaction an id. What a savepoint undid does not count.
 */
export class Statements {
  #rows = 0
  readonly #unclear = new Set<string>()
  readonly #within: Statements[] = []
  #counts = true

  /** Of those sent from now on until the savepoint ends. */
  nest(): Statements {
    const nested = new Statements()
    this.#within.push(nested)
    return nested
  }

  /** The savepoint undid them, or they are written down elsewhere. */
  leaveOut(): void {
    this.#counts = false
  }

  note(text: string, answer: unknown): void {
    const { command, rowCount } = (answer ?? {}) as { command?: string; rowCount?: number | null }
    if (command && COUNTED.has(command)) this.#rows += rowCount ?? 0
    // The texts come from our own files: there are few of them, however many rows they are sent for.
    this.#unclear.add(text)
  }

  get rows(): number {
    return this.#sum().reduce((rows, { own }) => rows + own, 0)
  }

  /** What the rows of a statement do not tell of it: changes inside of a WITH, and by functions. */
  get hidden(): { changes: boolean; functions: string[] } {
    const all = this.#sum().flatMap(({ unclear }) => [...unclear].map(hiddenIn))
    return { changes: all.some(({ changes }) => changes), functions: all.flatMap(({ functions }) => functions) }
  }

  #sum(): { own: number; unclear: ReadonlySet<string> }[] {
    if (!this.#counts) return []
    return [{ own: this.#rows, unclear: this.#unclear }, ...this.#within.flatMap((nested) => nested.#sum())]
  }
}

const COUNTED = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"])

/** Functions are told by name, with the schema: whether one can write is for the database to say. Built-in ones have none. */
export function hiddenIn(text: string): { changes: boolean; functions: string[] } {
  const plain = text
    .replaceAll(/'(?:[^']|'')*'|--[^\n]*|\/\*.*?\*\//gs, " ")
    .replaceAll('"', "")
    .trim()
    .toLowerCase()
  const counted = /^(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?[\w.]+/.exec(plain)
  const rest = counted ? plain.slice(counted[0].length) : plain
  const changes = counted ? CHANGE.test(rest) : !HARMLESS.test(plain) || CHANGE.test(rest)
  const called = [...rest.matchAll(/\b([a-z_]\w*\.[a-z_]\w*)\s*\(/g)].map(([, name]) => name!)
  // Every verb that asks for the time calls the clock: it is not worth a question.
  const functions = called.filter((name) => name !== "platform.now")
  return { changes: changes || rest.includes(";"), functions }
}

const HARMLESS = /^(?:select|with|values|table|show|set|lock|savepoint|release|rollback|listen|notify|\()/
/** `FOR UPDATE`, `FOR NO KEY UPDATE` and `ON CONFLICT DO UPDATE` belong to the statement around them. */
const CHANGE =
  /\binsert\s+into\b|\bdelete\s+from\b|\bmerge\s+into\b|(?<!\b(?:for|key|do)\s+)\bupdate\b(?!\s+(?:of|nowait|skip)\b)/
