import { implement } from "@countersign/core/server"
import { ROWS_SHOWN } from "../../contract/browsing.ts"
import { siteContract } from "../../contract.ts"
import type { ElementShape } from "../../document.ts"
import { readLoop as readQuery } from "../../render/loops/read-loop.ts"
import { beginWork } from "../../render/work.ts"
import { openMaking } from "../publish/make-version.ts"
import { draftAt } from "../publish/previews.ts"
import { sequenceOf } from "../site-store.ts"

/** The same rows that a page would be made of, so that the editor shows what visitors will see. */
export const readLoop = implement(siteContract.readLoop, async (ctx, asked) => {
  const { rows, frame } = await openMaking(ctx, await draftAt(ctx, await sequenceOf(ctx.tx)))
  const work = beginWork({
    layers: [],
    components: new Map(),
    sources: rows.sources,
    rows: () => undefined,
    site: frame.site,
    page: {},
    route: { path: "/" },
    policy: frame.policy,
  })
  const loop = readQuery(work, { site: { called: "the site", values: frame.site } }, elementFor(asked))
  if (!loop) return { rows: [], total: 0, instants: [], problem: work.problems[0] ?? "It cannot be read." }
  const found = await rows.read({ ...loop.query, limit: Math.min(loop.query.limit, ROWS_SHOWN) })
  return {
    rows: found.rows.slice(0, ROWS_SHOWN),
    total: found.total,
    instants: loop.source.fields.filter(({ type }) => type === "instant").map(({ id }) => id),
    problem: null,
  }
})

function elementFor({ orderBy, ...rest }: Readonly<Record<string, string | undefined>>): ElementShape {
  const said = Object.entries({ ...rest, "order-by": orderBy })
  return {
    kind: "element",
    id: "loop",
    tag: "cs-loop",
    namespace: "html",
    attributes: said.flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[`data-${name}`, value]],
    ),
    classes: [],
    style: null,
  }
}
