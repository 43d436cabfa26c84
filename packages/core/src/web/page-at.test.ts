import { describe, expect, it } from "vitest"
import { pageAt } from "./page-at.ts"

const load = async () => ({ default: () => null })
const pages = ["/", "/checks", "/checks/$checkId", "/checks/new", "/help/$", "/assistant/{-$conversationId}"].map(
  (path) => ({ path, load }),
)

describe("pageAt", () => {
  it.each([
    ["/", "/"],
    ["/checks", "/checks"],
    ["/checks?status=unhealthy", "/checks"],
    ["/checks/new", "/checks/new"],
    ["/checks/7f3c", "/checks/$checkId"],
    ["/help/start/first-steps", "/help/$"],
    ["/assistant", "/assistant/{-$conversationId}"],
    ["/assistant/7f3c", "/assistant/{-$conversationId}"],
    ["/checks/7f3c/edit", undefined],
    ["/help", undefined],
    ["/nowhere", undefined],
  ])("leads from %s to %s", (address, path) => {
    expect(pageAt(pages, address)?.path).toBe(path)
  })
})
