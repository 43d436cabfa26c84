import { z } from "zod"
import { Instant } from "../paging.ts"
import { procedure } from "../procedure.ts"
import type { InheritedAccess } from "./inherited-access.ts"

const own = { access: "person", input: z.object({}) } as const
const calendar = z.object({ calendar: z.string() })

/**
 * A calendar for each person, at an address that is all a calendar program can send. Spread them into the plugin's contract;
 * the verbs come from `calendarFeed` of core/server.
 */
export function calendarFeedProcedures(things: string, { reading }: Pick<InheritedAccess, "reading">) {
  return {
    getFeed: procedure({
      summary: "Tell whether you have a calendar feed, and since when.",
      effect: "read",
      ...own,
      output: z.object({ createdAt: Instant.nullable() }),
    }),
    renewFeed: procedure({
      summary: "Make an address for your calendar feed. The one you had before stops working.",
      effect: "mutate",
      ...own,
      output: z.object({ url: z.string() }),
    }),
    stopFeed: procedure({
      summary: "Let the address of your calendar feed stop working.",
      effect: "destructive",
      ...own,
      output: z.object({}),
    }),
    readFeed: procedure({
      summary: "Read the calendar that belongs to the token of a feed, as its owner may see it.",
      effect: "read",
      access: "anyone",
      input: z.object({ token: z.string().max(100) }),
      output: calendar,
    }),
    writeFeed: procedure({
      summary: `Write the calendar of all ${things} that the caller may see.`,
      ...reading,
      input: z.object({}),
      output: calendar,
    }),
  }
}
