import { call } from "@countersign/core/web"
import { PlainText, type ToolCallBlock } from "@countersign/ui"
import { useQuery } from "@tanstack/react-query"
import { aiContract } from "../../contract.ts"

const UNKNOWN = "Used a tool"

type Asked = { toolName: string; arguments: string }

/** What a call was about, in the words of its tool and with the names of what the reader may see. */
export function CallWords({ call: { name, arguments: source } }: { call: ToolCallBlock }) {
  const asked = { toolName: name, arguments: settled(source) }
  const { data } = useQuery({
    queryKey: ["call-words", asked],
    queryFn: () => ask(asked),
    // What a call was about does not change any more.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return <PlainText>{data ?? UNKNOWN}</PlainText>
}

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

let waiting: { asked: Asked; answer: (words: string) => void; fail: (error: unknown) => void }[] = []

/** All rows of a thread are drawn together: one request asks for all of them. */
function ask(asked: Asked): Promise<string> {
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
    const answered = call(aiContract.describeCalls, { calls: some.map(({ asked }) => asked) })
    for (const [at, { answer, fail }] of some.entries())
      answered.then(({ sentences }) => answer(sentences[at] ?? UNKNOWN), fail)
  }
}
