/** A page as it is sent: documents and data in, HTML out, with what it rests on and what is wrong with it. */
import { writeDocument } from "../document/html/write-html.ts"
import { keyOf } from "../document/tree/node.ts"
import { keyOfQuery, type LoopQuery, type RowsPage } from "./loops/loop-source.ts"
import { expandLayers, expandPart } from "./tree/expand-layers.ts"
import { beginWork, RENDER_LIMITS, type Reads, type RenderInput, TooMuch } from "./work.ts"

export interface Rendered {
  readonly ok: true
  readonly html: string
  readonly reads: Reads
  /** What an author should mend. The page is there, without it. */
  readonly problems: readonly string[]
  /** Rows that nobody has read yet; the page is without them. */
  readonly wants: readonly LoopQuery[]
  /** How many pages the loop with pages has. */
  readonly pageCount: number
  /** Parts that change by themselves, by the node of their loop: `<!--live 0-->` begins the first. */
  readonly live: readonly string[]
}
export interface NotRendered {
  readonly ok: false
  readonly reason: string
}

/** Pure: the same input gives the same page, on a server and in a tab. */
export function render(input: RenderInput): Rendered | NotRendered {
  const problem = problemOf(input)
  if (problem) return { ok: false, reason: problem }
  const work = beginWork(input)
  const last = input.layers.at(-1)!
  const alone = last.ref.type === "visualComponent"
  try {
    const rootNodeId = alone ? expandPart(work, last) : expandLayers(work, withOutlet(input, work))
    // It was cleaned before it was judged where it may stand, so that nothing moves after that.
    const html = writeDocument(
      { ref: last.ref, mode: last.mode, rootNodeId, nodes: work.nodes },
      {
        policy: null,
        withIds: work.forCanvas || input.withIds === true,
        ...(input.headEnd !== undefined && { headEnd: input.headEnd }),
      },
    )
    const { problems, wants, pageCount, live } = work
    return { ok: true, html, reads: work.reads(), problems, wants: [...wants.values()], pageCount, live }
  } catch (error) {
    if (error instanceof TooMuch) return { ok: false, reason: error.message }
    throw error
  }
}

/**
 * Renders, reads what the page asks for and renders again, until there is nothing left to ask for: once more for each loop in a loop.
 * Whoever makes many pages keeps what is known between them: most ask for what others asked for, and are rendered once.
 */
export async function renderReading(
  input: Omit<RenderInput, "rows">,
  read: (query: LoopQuery) => Promise<RowsPage>,
  known: Map<string, RowsPage> = new Map(),
): Promise<Rendered | NotRendered> {
  const rows = (query: LoopQuery) => known.get(keyOfQuery(query))
  for (let round = 0; round <= RENDER_LIMITS.nested; round += 1) {
    const rendered = render({ ...input, rows })
    if (!rendered.ok || rendered.wants.length === 0) return rendered
    for (const query of rendered.wants) known.set(keyOfQuery(query), await read(query))
  }
  return { ok: false, reason: "The page asks for other rows each time it is rendered. Take a loop out of another one." }
}

function problemOf({ layers }: RenderInput): string | null {
  if (layers.length === 0) return "There is no page to show. Name one."
  const seen = new Set<string>()
  for (const { ref } of layers) {
    const key = keyOf(ref)
    if (seen.has(key)) {
      return `The template "${ref.id}" would stand in itself. Give each template once, and the page last.`
    }
    seen.add(key)
  }
  return null
}

/** A template without an outlet would swallow the page: it is passed over. */
function withOutlet({ layers }: RenderInput, work: ReturnType<typeof beginWork>): RenderInput["layers"] {
  return layers.filter((layer, at) => {
    if (at === layers.length - 1) return true
    for (const node of layer.nodes.values()) if (node.kind === "element" && node.tag === "cs-outlet") return true
    work.problem(`The template "${layer.title}" has no <cs-outlet>, so it is not used. Put one where the page belongs.`)
    return false
  })
}
