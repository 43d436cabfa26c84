import { type OutputOf, READER } from "@countersign/core/contract"
import type { siteContract } from "../../contract.ts"

export type Conflicts = "ours" | "theirs" | "rename"
export type Planned = OutputOf<typeof siteContract.planImport>
export type Imported = OutputOf<typeof siteContract.importSite>

/** What would become of an archive. Nothing of it is kept. */
export function planArchive(file: File, conflicts: Conflicts): Promise<Planned> {
  return send<Planned>("/api/v1/site/import/plan", { conflicts }, file)
}

/** Brings it in as it was planned; another archive than the one that was planned is refused. */
export function importArchive(file: File, conflicts: Conflicts, digest: string): Promise<Imported> {
  return send<Imported>("/api/v1/site/import", { conflicts, digest }, file)
}

async function send<Answer>(address: string, query: Record<string, string>, file: File): Promise<Answer> {
  const headers = { [READER.header]: READER.person, "content-type": "application/zip" }
  let response: Response
  try {
    response = await fetch(`${address}?${new URLSearchParams(query)}`, { method: "POST", headers, body: file })
  } catch {
    throw new Error(`"${file.name}" could not be sent. Check your connection and try again.`)
  }
  const body = (await response.json().catch(() => null)) as (Answer & { message?: string }) | null
  if (response.ok && body) return body
  throw new Error(body?.message ?? `The server did not take "${file.name}" and did not say why. Try again in a moment.`)
}
