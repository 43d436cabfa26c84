import { QueryClient, QueryObserver } from "@tanstack/react-query"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { newsDigest } from "../../contract/news.ts"
import { refresh } from "../use-call.ts"
import { applyNews } from "./events.ts"
import { freshnessOf } from "./freshness.ts"
import { noteAnswered } from "./own-changes.ts"

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
})

async function testPage() {
  const client = new QueryClient()
  freshnessOf(client)
  const read = vi.fn(async () => "read")
  const options = { queryKey: ["systems"], queryFn: read, staleTime: 60_000, meta: { resources: ["catalog.system"] } }
  new QueryObserver(client, options).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(5_000)
  read.mockClear()
  return { client, read }
}

const later = () => vi.advanceTimersByTimeAsync(5_000)

describe("news", () => {
  it("of what changed is read, of what the page has read since it is not", async () => {
    const { client, read } = await testPage()

    applyNews(client, { type: "changed", changes: [{ resource: "catalog.system", ageMs: 6_000 }] })
    applyNews(client, { type: "changed", changes: [{ resource: "catalog.group", ageMs: 10 }] })
    await later()
    expect(read).not.toHaveBeenCalled()

    applyNews(client, { type: "changed", changes: [{ resource: "catalog.system", ageMs: 10 }] })
    await later()
    expect(read).toHaveBeenCalledTimes(1)
  })

  it("of one's own change, told after its answer, is not read a second time", async () => {
    const { client, read } = await testPage()

    await refresh(client, ["catalog.system"], noteAnswered("request-1"))
    await vi.advanceTimersByTimeAsync(60)
    const cause = newsDigest("request-1")
    applyNews(client, { type: "changed", changes: [{ resource: "catalog.system", ageMs: 20, cause }] })
    await later()

    expect(read).toHaveBeenCalledTimes(1)
  })

  it("of one's own change, told before its answer, is not read a second time either", async () => {
    const { client, read } = await testPage()

    const cause = newsDigest("request-2")
    applyNews(client, { type: "changed", changes: [{ resource: "catalog.system", ageMs: 20, cause }] })
    await vi.advanceTimersByTimeAsync(60)
    await refresh(client, ["catalog.system"], noteAnswered("request-2"))
    await later()

    expect(read).toHaveBeenCalledTimes(1)
  })

  it("of another's change is read although it came together with one's own", async () => {
    const { client, read } = await testPage()

    await refresh(client, ["catalog.system"], noteAnswered("request-3"))
    await vi.advanceTimersByTimeAsync(60)
    const cause = newsDigest("request-3")
    applyNews(client, {
      type: "changed",
      changes: [
        { resource: "catalog.system", ageMs: 20, cause },
        { resource: "catalog.system", ageMs: 10 },
      ],
    })
    await later()

    expect(read).toHaveBeenCalledTimes(2)
  })

  it("of a gap reads what is older than the gap, and leaves the rest", async () => {
    const { client, read } = await testPage()

    applyNews(client, { type: "gap", agoMs: 10_000 })
    await later()
    expect(read).not.toHaveBeenCalled()

    applyNews(client, { type: "gap", agoMs: 1_000 })
    await later()
    expect(read).toHaveBeenCalledTimes(1)
  })
})
