import { describe, expect, it } from "vitest"
import { z } from "zod"
import { defineContract, procedure } from "../../contract/procedure.ts"
import { defineTimeline } from "./timeline.ts"

const Visibility = z.enum(["public", "signedIn", "internal"])
const Update = z.object({
  id: z.string(),
  message: z.string(),
  visibility: Visibility,
  author: z.object({ id: z.string(), name: z.string() }),
  at: z.string(),
  editedAt: z.string().nullable(),
  version: z.int(),
})
const answering = <Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output) =>
  procedure({ summary: "Something.", effect: "mutate", access: "internal", input, output })
const id = z.string()
const verbs = {
  addUpdate: answering(z.object({ id, message: z.string(), visibility: Visibility }), Update),
  deleteUpdate: answering(z.object({ id, updateId: id }), z.object({})),
  listUpdates: answering(
    z.object({ id, after: z.string().optional(), limit: z.int().optional() }),
    z.object({ items: z.array(Update), nextCursor: z.string().nullable() }),
  ),
  addLink: answering(z.object({ id, label: z.string(), url: z.string() }), z.object({})),
  removeLink: answering(z.object({ id, linkId: id }), z.object({})),
}
const contract = defineContract("window", verbs)

describe("defineTimeline", () => {
  it("takes a contract without statuses, corrections and history", () => {
    const { call } = defineTimeline({ name: "window", noun: "window", verbs: contract })

    expect(call.addUpdate.verb).toBe(contract.addUpdate)
    expect([call.editUpdate, call.listRevisions]).toEqual([null, null])
  })

  it("does not compile with a verb that takes or answers something else", () => {
    const others = defineContract("window", {
      ...verbs,
      addLink: answering(z.object({ id, address: z.string() }), z.object({})),
    })
    const blind = defineContract("window", {
      ...verbs,
      listUpdates: answering(z.object({ id }), z.object({ updates: z.array(Update) })),
    })

    // @ts-expect-error addLink wants an address where a timeline sends label and url.
    defineTimeline({ name: "window", noun: "window", verbs: others })
    // @ts-expect-error listUpdates answers no items.
    defineTimeline({ name: "window", noun: "window", verbs: blind })
  })

  it("lets an update give only the statuses that its verb takes", () => {
    const statuses = { planned: "Planned", running: "Running", over: "Over" }
    const moving = defineContract("window", {
      ...verbs,
      addUpdate: answering(
        z.object({
          id,
          message: z.string(),
          status: z.enum(["planned", "running"]).optional(),
          visibility: Visibility,
        }),
        Update,
      ),
    })
    const draft = { name: "window", noun: "window", verbs: moving, statuses }

    expect(defineTimeline({ ...draft, moves: ["planned", "running"] }).moves).toEqual(["planned", "running"])
    // @ts-expect-error addUpdate does not take "over".
    defineTimeline({ ...draft, moves: ["running", "over"] })
  })
})
