import { asFeedback, type Ctx, defineTool, type QuotedThing } from "@countersign/core/server"
import { checks, type FoundCheck } from "../checks/check-store.ts"
import {
  demandLater,
  demandPaused,
  demandRunning,
  pauseChecks,
  resumeChecks,
  runChecksNow,
} from "../checks/pause-checks.ts"
import { everyInWords, namesInWords } from "./check-card.ts"

const quotes = ({ input }: { input: { ids?: readonly string[] } }): QuotedThing[] =>
  (input.ids ?? []).map((id) => checks.quoted({ id }))

export const pauseTool = defineTool({
  name: "pause",
  describe: ({ ids }, say) => `Pause ${say.names(ids, "a health check", "health checks") ?? "health checks"}`,
  verb: pauseChecks,
  description:
    "Pause health checks when the operator asks for it. Pass `ids` from healthcheck.list, never names, a `reason`, and `until` if they said for " +
    "how long. For planned work maintenance.create is better: then checks go on and nobody is alarmed.",
  quotes,
  async preview(ctx, { ids, until }) {
    const found = await readAll(ctx, ids)
    const now = await ctx.now()
    await asFeedback("until", () => demandLater(until, now))
    return {
      summary: `Pause ${namesInWords(found)}`,
      things: found.map(checks.card),
      consequences: [
        until ? "They run again by themselves when it is over." : "They do not run until somebody resumes them.",
      ],
    }
  },
  undo: { tool: "healthcheck.resume", by: ({ ids }) => ({ input: { ids: [...ids] }, label: "Resume" }) },
})

export const resumeTool = defineTool({
  name: "resume",
  describe: ({ ids }, say) => `Resume ${say.names(ids, "a health check", "health checks") ?? "health checks"}`,
  verb: resumeChecks,
  description: "Let paused health checks run again. Pass `ids` from healthcheck.list, never names.",
  quotes,
  async preview(ctx, { ids }) {
    const found = await readAll(ctx, ids)
    for (const check of found) await asFeedback("ids", () => demandPaused(check))
    return { summary: `Resume ${namesInWords(found)}`, things: found.map(checks.card), consequences: coursesOf(found) }
  },
})

export const runNowTool = defineTool({
  name: "runNow",
  describe: ({ ids }, say) => `Run ${say.names(ids, "a health check", "health checks") ?? "health checks"} at once`,
  verb: runChecksNow,
  description:
    "Let health checks run at once, besides their interval, when the operator wants to know now. Pass `ids` from healthcheck.list, never names. " +
    "Read what came of it with healthcheck.status a moment later.",
  quotes,
  async preview(ctx, { ids }) {
    const found = await readAll(ctx, ids)
    for (const check of found) await asFeedback("ids", () => demandRunning(check))
    return { summary: `Run ${namesInWords(found)} at once`, things: found.map(checks.card) }
  },
})

async function readAll(ctx: Ctx, ids: readonly string[]): Promise<FoundCheck[]> {
  const found: FoundCheck[] = []
  for (const id of ids) found.push(await checks.readToChange(ctx, id))
  return found
}

function coursesOf(found: readonly FoundCheck[]): string[] {
  const [first, ...rest] = found
  return first && rest.length === 0
    ? [`It runs at once, then ${everyInWords(first.intervalSeconds)}.`]
    : ["They run at once, then at their intervals."]
}
