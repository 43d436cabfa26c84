import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"

const MAX_BYTES = 256 * 1024
/** Enough to see the shape of an answer; a model pays for every character. */
const LONGEST_SAMPLE = 8_000
const LONGEST_STATUS_TEXT = 200

/** What tells about the answer. Cookies, challenges and whatever else a server may put there stay behind. */
const SAFE_HEADERS = [
  "age",
  "cache-control",
  "content-encoding",
  "content-language",
  "content-length",
  "content-type",
  "date",
  "etag",
  "expires",
  "last-modified",
  "retry-after",
  "server",
  "vary",
]

export const probeUrl = implement(aiContract.probeUrl, async (ctx, { url, method }) => {
  const began = performance.now()
  const answer = await ctx.runtime.egress.fetch(url, {
    method,
    maxBytes: MAX_BYTES,
    truncate: true,
    headers: { "user-agent": "Countersign (probe)", accept: "*/*" },
  })
  const contentType = answer.headers.get("content-type")
  const text = isText(contentType) ? new TextDecoder().decode(answer.body) : ""
  return {
    status: answer.status,
    statusText: answer.statusText.slice(0, LONGEST_STATUS_TEXT),
    redirected: answer.redirect !== null,
    location: answer.redirect,
    contentType,
    headers: Object.fromEntries(SAFE_HEADERS.flatMap((name) => pick(answer.headers, name))),
    bodySample: text.slice(0, LONGEST_SAMPLE),
    bodyTruncated: answer.truncated || text.length > LONGEST_SAMPLE,
    bytes: answer.body.byteLength,
    milliseconds: Math.round(performance.now() - began),
  }
})

function pick(headers: Headers, name: string): [string, string][] {
  const value = headers.get(name)
  return value === null ? [] : [[name, value.slice(0, 300)]]
}

function isText(contentType: string | null): boolean {
  return contentType === null || /^text\/|[/+](json|xml|yaml|javascript|x-www-form-urlencoded)\b/i.test(contentType)
}
