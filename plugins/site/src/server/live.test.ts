import { testPlatform } from "@countersign/testing"
import { afterAll, expect, it, vi } from "vitest"
import { serveOnLoopback } from "../../../../packages/core/src/http/serve.fixture.ts"
import { setUpAna } from "../../../../packages/core/src/reserved/session/session.fixture.ts"
import { SITE, siteChanged, siteContract } from "../contract.ts"
import { sitePlugin } from "../server.ts"

const testing = await testPlatform({ plugins: [sitePlugin] })
const ana = await setUpAna(testing)
const served = [await serveOnLoopback(testing.platform), await serveOnLoopback(await testing.secondPod())]
const pages = new AbortController()
afterAll(async () => {
  pages.abort()
  await Promise.all(served.map((one) => one.close()))
})

it("open pages on every server are told at which sequence something changed, and read what they missed", async () => {
  const home = { type: "page", id: "home" } as const
  await ana.call(siteContract.createDocument, { document: home, title: "Home" })
  const heard = await Promise.all(served.map(({ url }, at) => openPage(url, at)))

  await ana.call(siteContract.renameDocument, { document: home, title: "Start" })

  const told = { sequence: 2, parts: ["page:home"] }
  // The first page began before all that happened, the second with what it had already.
  await vi.waitFor(() => expect(heard[0]!()).toEqual([{ sequence: 1, parts: ["page:home"] }, told]), 15_000)
  await vi.waitFor(() => expect(heard[1]!()).toEqual([told]), 15_000)
  const { body } = await ana.call(siteContract.readSince, { document: home, after: 1 })
  expect(body).toEqual({
    changes: [
      {
        sequence: 2,
        tab: null,
        counter: null,
        by: "Ana",
        byModel: false,
        own: true,
        commands: [{ type: "document.set", document: home, title: "Start" }],
      },
    ],
    sequence: 2,
    tooFar: null,
  })
})

async function openPage(url: string, after: number) {
  const cookie = [...ana.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  const followed = encodeURIComponent(JSON.stringify([siteChanged.id, SITE, after]))
  const response = await fetch(`${url}/api/v1/events?t=${followed}`, { headers: { cookie }, signal: pages.signal })
  let text = ""
  void (async () => {
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) text += chunk
    } catch {
      // The page was left.
    }
  })()
  await vi.waitFor(() => expect(text).toContain(": connected"), 15_000)
  return () => [...text.matchAll(/event: topic\ndata: (.*)\n\n/g)].map(([, data = ""]) => JSON.parse(data).message)
}
