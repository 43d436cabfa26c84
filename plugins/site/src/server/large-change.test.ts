/** One step of somebody in the editor may hold a whole page: what a tab may send, the door takes. */
import { testPlatform } from "@countersign/testing"
import { expect, it } from "vitest"
import { setUpAna } from "../../../../packages/core/src/reserved/session/session.fixture.ts"
import { siteContract } from "../contract.ts"
import { importFragment } from "../document.ts"
import { sitePlugin } from "../server.ts"

const testing = await testPlatform({ plugins: [sitePlugin] })
const ana = await setUpAna(testing)
const home = { type: "page", id: "home" } as const

it("takes a list of 3,000 entries that was pasted at once, which no other verb would read", async () => {
  await ana.call(siteContract.createDocument, { document: home, title: "Home" })
  const { body: opened } = await ana.call(siteContract.openDocument, { document: home })
  const { body: joined } = await ana.call(siteContract.joinTab, {})
  const { content } = opened as { content: { contentNodeId: string } }
  const { tab } = joined as { tab: string }
  let ids = 0
  const html = `<ul>${"<li>An entry</li>".repeat(3_000)}</ul>`
  const read = importFragment(html, { nextId: () => `${tab}${ids++}`, policy: { resourceHosts: [], frameHosts: [] } })
  if (!read.ok) throw new Error(read.reason)
  const place = { parent: content.contentNodeId, after: null, before: null }
  const insert = { type: "insert", document: home, place, fragment: read.fragment }
  const batches = [{ counter: 1, commands: [insert] }]

  const { status, body } = await ana.call(siteContract.applyCommands, { tab, seen: 1, batches } as never)

  expect({ status, body }).toMatchObject({ status: 200, body: { answers: [{ accepted: true }] } })
  const other = await ana.call(siteContract.allowHosts, { hosts: Array.from({ length: 21_000 }, () => 1) } as never)
  expect(other).toMatchObject({ status: 400, body: { message: expect.stringContaining("more than 20,000 values") } })
})
