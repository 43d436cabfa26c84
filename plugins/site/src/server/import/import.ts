/** Whole sites in archives: the verbs, and the addresses to which an archive is sent. It is sent twice: nothing of it is kept before. */
import { route } from "@countersign/core/server"
import { importSite, planImport, undoImport } from "./import-verbs.ts"
import { ARCHIVE_LIMITS } from "./read-archive.ts"

export const importVerbs = { planImport, importSite, undoImport }

const upload = {
  maxBytes: ARCHIVE_LIMITS.archiveBytes,
  types: ["application/zip", "application/x-zip-compressed", "application/octet-stream"],
  deadlineMs: 55_000,
}

export const importRoutes = [
  route("POST /api/v1/site/import/plan", planImport, {
    upload,
    readInput: (request) => queryOf(request, ["conflicts"]),
    respond: (planned) => Response.json(planned),
  }),
  route("POST /api/v1/site/import", importSite, {
    upload,
    readInput: (request) => queryOf(request, ["conflicts", "digest"]),
    respond: (imported) => Response.json(imported, { status: 201 }),
  }),
]

function queryOf(request: Request, names: readonly string[]): Record<string, string> {
  const query = new URL(request.url).searchParams
  return Object.fromEntries([...query].filter(([name]) => names.includes(name)))
}
