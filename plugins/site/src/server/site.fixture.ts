import type { Caller } from "@countersign/core/server"
import type { TestPlatform } from "@countersign/testing"
import fc from "fast-check"
import { type SiteCommand, siteContract } from "../contract.ts"
import { commandFor, type Intent, intents, startSite } from "../document/commands/random-commands.fixture.ts"
import type { Command, Site } from "../document.ts"
import { contentOf } from "./stored-part.ts"
import { HOME, type Line, type TestTab } from "./tab.fixture.ts"

/** The verbs of one server, as one person calls them. */
export function lineOf(platform: TestPlatform["platform"], { principal }: Caller): Line {
  const caller = platform.caller(principal, "http")
  return {
    joinTab: () => platform.call(caller, siteContract.joinTab, {}),
    openDocument: (input) => platform.call(caller, siteContract.openDocument, input),
    readSince: (input) => platform.call(caller, siteContract.readSince, input),
    applyCommands: (input) => platform.call(caller, siteContract.applyCommands, input),
  }
}

/** The page that commands by chance are made for. */
export const startPage: SiteCommand = {
  type: "document.add",
  document: HOME,
  content: contentOf(startSite().documents.get("page:home")!) as Extract<
    SiteCommand,
    { type: "document.add" }
  >["content"],
}

/** By chance and the same each time: what to do, and what becomes of the call. */
export function chances(seed: number, count: number): { intent: Intent; number: number }[] {
  const made = fc.sample(fc.tuple(intents(1), fc.nat(9_999)), { seed, numRuns: count })
  return made.map(([[intent], number]) => ({ intent: intent!, number }))
}

/** One more thing that somebody does in a tab. */
export function editByChance(tab: TestTab, intent: Intent): void {
  tab.edit(({ shown }, id): Command => {
    const command = commandFor(shown, intent, id)
    const elsewhere = "document" in command && command.document.id !== HOME.id
    // A tab has one document open, and changes that one.
    return elsewhere ? { type: "document.set", document: HOME, title: `Title ${id}` } : command
  })
}

/** All of a site that people see or edit, to be compared. */
export function plain(site: Site): unknown {
  return {
    documents: Object.fromEntries(
      [...site.documents.entries()].map(([key, { nodes, ...document }]) => [
        key,
        { ...document, nodes: Object.fromEntries([...nodes.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1))) },
      ]),
    ),
    sheets: site.sheets,
    facts: site.facts,
  }
}
