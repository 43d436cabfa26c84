import { type CallWords, defineTool, type Tool } from "@countersign/core/server"
import { ANYWHERE, wordsOfCode } from "../../whose-words.ts"
import { done } from "../run/done-words.ts"
import { SCOPES } from "../run/make-tool.ts"
import { toolVerbs as verbs } from "../verbs.ts"
import { codePreview } from "./code-preview.ts"

function writeWords({ type, path }: { type?: "style" | "script"; path?: string }, say: CallWords): string {
  return [type === "script" ? "Write the script" : "Write the stylesheet", ...(path ? [say.quote(path)] : [])].join(" ")
}

function changeWords({ path }: { path?: string | undefined }, say: CallWords): string {
  return path ? `Change the file ${say.quote(path)}` : "Change a file"
}

/** What visitors' browsers will run is signed with its whole text; a stylesheet is a draft like any other. */
export const codeTools: readonly Tool[] = [
  defineTool({
    name: "writeCodeAsset",
    verb: verbs.writeCodeAsset,
    describe: writeWords,
    tell: (_, input, say) => done(writeWords(input, say)),
    description:
      "Create or replace a stylesheet or script. To replace one, pass its hash as expectedHash. Behaviour belongs here, never into HTML.",
    scopes: SCOPES,
    draft: true,
    alwaysSign: ({ type }) => type === "script",
    quotes: ({ result }) => (result ? [wordsOfCode(result)] : [ANYWHERE]),
    preview: (ctx, input) => codePreview(ctx, verbs.writeCodeAsset, input),
  }),
  defineTool({
    name: "patchCodeAsset",
    verb: verbs.patchCodeAsset,
    describe: changeWords,
    tell: (_, input, say) => done(changeWords(input, say)),
    description: "Replace exact texts in a stylesheet or script whose hash is expectedHash.",
    scopes: SCOPES,
    draft: true,
    // By its id nobody can tell here what it is; no script's path ends like a stylesheet's.
    alwaysSign: ({ path, fileId }) => fileId !== undefined || !path?.endsWith(".css"),
    quotes: ({ result }) => (result ? [wordsOfCode(result)] : [ANYWHERE]),
    preview: (ctx, input) => codePreview(ctx, verbs.patchCodeAsset, input),
  }),
]
