import { quoteName } from "@countersign/core/contract"
import { defineTool } from "@countersign/core/server"
import { ANYWHERE } from "../../whose-words.ts"
import { refusing } from "../run/make-verb.ts"
import { setFontTokens } from "./font-verb.ts"
import { addressesOf, wantedFont } from "./google-fonts.ts"

export const setFontTokensTool = defineTool({
  name: "setFontTokens",
  verb: setFontTokens,
  describe: () => "Set fonts",
  tell: () => "Set fonts",
  description:
    "Create or change fonts; use them as var(--font-slug). googleFamily fetches a font of Google's and keeps its files here; variants such as 400 or 700italic, subsets such as latin. familyId is a font that is there: an id from listMedia, or a name from listTokens. Neither: the fallback alone.",
  scopes: ["site"],
  draft: true,
  egress: "tokens",
  reaches: ({ tokens }) => tokens.flatMap(reachedBy),
  // A refusal may name a file of the library; an answer repeats what was asked.
  quotes: ({ result }) => (result === undefined ? [ANYWHERE] : []),
  preview: async (_ctx, { tokens }) => {
    const families = tokens.flatMap(({ googleFamily }) => (googleFamily === undefined ? [] : [googleFamily]))
    return {
      summary: `Set ${tokens.length === 1 ? `the font ${quoteName(tokens[0]!.name)}` : `${tokens.length} fonts`}`,
      after: { tokens },
      consequences: families.map(
        (family) =>
          `The files of ${quoteName(family)} are fetched from fonts.googleapis.com and fonts.gstatic.com, and kept among the media of the site.`,
      ),
    }
  },
})

function reachedBy(said: { googleFamily?: string | undefined; variants?: readonly string[] | undefined }): string[] {
  const { googleFamily } = said
  return googleFamily === undefined ? [] : refusing(() => addressesOf(wantedFont({ ...said, googleFamily })))
}
