import { describe, expect, it } from "vitest"
import { ChangedThings, hearChanges, publishChanges, type ResourceChange } from "./changes.ts"

describe("what a change announces", () => {
  it("are the things that it names, each once, whatever the case of their ids", () => {
    const changed = new ChangedThings()
    changed.add("catalog.system", ["0F8FAD5B-D9CB-469F-A165-70867728950E"])
    changed.add("catalog.system", ["0f8fad5b-d9cb-469f-a165-70867728950e", "b"])

    expect(heardOf(changed, "request-1")).toEqual([
      { resource: "catalog.system", id: "0f8fad5b-d9cb-469f-a165-70867728950e", cause: "request-1" },
      { resource: "catalog.system", id: "b", cause: "request-1" },
    ])
  })

  it("is all of a resource once any part of it says so, and names nothing of it after that", () => {
    const [changed, nested] = [new ChangedThings(), new ChangedThings()]
    changed.add("catalog.system", ["a"])
    nested.add("catalog.system")
    nested.add("incident.incident", ["i"])
    changed.take(nested)
    changed.add("catalog.system", ["b"])

    expect(heardOf(changed)).toEqual([{ resource: "catalog.system" }, { resource: "incident.incident", id: "i" }])
  })

  it("is all of a resource when more changed than fits into a notification, or an id cannot be sent", () => {
    const changed = new ChangedThings()
    changed.add(
      "catalog.system",
      Array.from({ length: 51 }, (_, index) => `id-${index}`),
    )
    changed.add("catalog.group", ["two words"])
    changed.add("catalog.environment", ["x".repeat(201)])

    expect(heardOf(changed).map(({ id }) => id)).toEqual([undefined, undefined, undefined])
  })

  it("is nothing when nothing changed", () => {
    const changed = new ChangedThings()
    changed.add("catalog.system", [])

    expect(changed.isEmpty).toBe(true)
  })
})

/** As the other pods hear it. */
function heardOf(changed: ChangedThings, cause?: string): ResourceChange[] {
  const messages: string[] = []
  const heard: ResourceChange[] = []
  publishChanges({ publish: (_, sent) => messages.push(...sent) }, changed.toChanges(cause))
  hearChanges(
    {
      subscribe(_, hear) {
        for (const message of messages) hear(message)
        return () => {}
      },
    },
    (change) => heard.push(change),
  )
  return heard
}
