import type { OutputOf } from "@countersign/core/contract"
import { call } from "@countersign/core/web"
import { EffectIcon, PlainText, type ToolCallBlock, type ToolResultBlock } from "@countersign/ui"
import { useQuery } from "@tanstack/react-query"
import { aiContract } from "../../contract.ts"

type Effect = OutputOf<typeof aiContract.describeCalls>["effects"][number]
type Asked = { toolName: string; arguments: string; result?: string }
type Described = { words: string; effect: Effect }
interface Row {
  call: ToolCallBlock
  result: ToolResultBlock | undefined
}

const UNKNOWN: Described = { words: "Used a tool", effect: "read" }

/** What a call was about or, once it was made, what it did: in the words of its tool and with the names of what the reader may see. */
export function CallWords(row: Row) {
  return <PlainText>{useDescribed(row).words}</PlainText>
}

/** What was proposed or applied is known as what it is; of any other call the server knows. */
export function CallIcon({ effect, ...row }: Row & { effect: Effect }) {
  const described = useDescribed(row)
  return <EffectIcon effect={effect === "read" ? described.effect : effect} />
}

function useDescribed({ call: { name, arguments: source }, result }: Row): Described {
  const asked: Asked = { toolName: name, arguments: settled(source) }
  const { data: about = UNKNOWN } = useQuery(wordsFor(asked))
  // Of a look the arguments say enough, and its answer may be long.
  const isMade = about.effect !== "read" && result && !result.isError && result.text.length <= LONGEST_RESULT
  const { data: did } = useQuery({ ...wordsFor({ ...asked, result: result?.text ?? "" }), enabled: isMade === true })
  return did ?? about
}

function wordsFor(asked: Asked) {
  return {
    queryKey: ["call-words", asked],
    queryFn: () => ask(asked),
    // What a call was about does not change any more.
    staleTime: Number.POSITIVE_INFINITY,
  }
}

// As much as the server takes; what is longer is told by what it was about.
const LONGEST_RESULT = 20_000

// As much as the server reads of one.
const LONGEST = 60_000

/** Arguments that are still being written say nothing yet, and each letter would be another question. */
function settled(source: string): string {
  if (source.length > LONGEST) return "{}"
  try {
    JSON.parse(source)
    return source
  } catch {
    return "{}"
  }
}

const MOST_AT_ONCE = 50

let waiting: { asked: Asked; answer: (described: Described) => void; fail: (error: unknown) => void }[] = []

/** All rows of a thread are drawn together: one request asks for all of them. */
function ask(asked: Asked): Promise<Described> {
  return new Promise((answer, fail) => {
    waiting.push({ asked, answer, fail })
    if (waiting.length === 1) queueMicrotask(send)
  })
}

function send(): void {
  const all = waiting
  waiting = []
  for (let from = 0; from < all.length; from += MOST_AT_ONCE) {
    const some = all.slice(from, from + MOST_AT_ONCE)
    const told = call(aiContract.describeCalls, { calls: some.map(({ asked }) => asked) })
    for (const [at, { answer, fail }] of some.entries())
      told.then(({ sentences, effects }) => {
        answer({ words: sentences[at] ?? UNKNOWN.words, effect: effects[at] ?? UNKNOWN.effect })
      }, fail)
  }
}
