import type { ServerResponse } from "node:http"
import { afterAll, describe, expect, it } from "vitest"
import { serveOnLoopback } from "./serve.fixture.ts"
import { answerText } from "./text-answer.ts"

const TEXT = JSON.stringify({ name: "Größe – 値 😀" })
let handed: Response
const served = await serveOnLoopback({
  async fetch(request: Request, _address: string, outgoing?: ServerResponse) {
    const headers = new Headers({ "content-type": "application/json; charset=utf-8" })
    headers.append("set-cookie", "one=1; Path=/")
    headers.append("set-cookie", "two=2; Path=/")
    handed = answerText(TEXT, headers, request.url.endsWith("/straight") ? outgoing : undefined)
    handed.headers.set("x-correlation-id", "set-afterwards")
    return handed
  },
})
afterAll(() => served.close())

describe("an answer whose text is known whole", () => {
  it("is the same on the wire, written straight or through a web body", async () => {
    const [straight, web] = [await read("/straight"), await read("/web")]
    expect(straight).toEqual(web)
    expect(straight).toMatchObject({ status: 200, text: TEXT, cookies: ["one=1; Path=/", "two=2; Path=/"] })
    expect(straight.headers).toMatchObject({
      "content-length": String(Buffer.byteLength(TEXT)),
      "x-correlation-id": "set-afterwards",
    })
  })

  it("has no web body where Node's response takes the text", async () => {
    await read("/straight")
    expect(handed.body).toBeNull()
    await read("/web")
    expect(handed.body).not.toBeNull()
  })
})

async function read(path: string) {
  const answer = await fetch(served.url + path)
  const { date: _, ...headers } = Object.fromEntries(answer.headers)
  return { status: answer.status, headers, cookies: answer.headers.getSetCookie(), text: await answer.text() }
}
