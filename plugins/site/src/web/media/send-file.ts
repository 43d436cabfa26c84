import { READER } from "@countersign/core/contract"
import type { Media } from "../../contract.ts"

export interface SentFile {
  media: Media
  /** What was changed of it, or left out. */
  notes: readonly string[]
}

/** Sends a file to the library, or in place of one that is there. Fails with the server's sentence. */
export async function sendFile(file: File, replaces?: string): Promise<SentFile> {
  const query = new URLSearchParams({ name: file.name })
  const address = `/api/v1/site/media${replaces === undefined ? "" : `/${replaces}`}?${query}`
  const headers = { [READER.header]: READER.person, "content-type": file.type || "application/octet-stream" }
  let response: Response
  try {
    response = await fetch(address, { method: "POST", headers, body: file })
  } catch {
    throw new Error(`"${file.name}" could not be sent. Check your connection and try again.`)
  }
  const body = (await response.json().catch(() => null)) as (SentFile & { message?: string }) | null
  if (response.ok && body) return body
  throw new Error(body?.message ?? `The server did not take "${file.name}" and did not say why. Try again in a moment.`)
}
