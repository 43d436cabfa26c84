import { describe, expect, it } from "vitest"
import { z } from "zod"
import { browserTool } from "../../contract/browser-tool.ts"
import { defineContract, procedure } from "../../contract/procedure.ts"
import { createRegistry } from "../registry.ts"
import { defineWebPlugin, type WebPlugin } from "../web-plugin.ts"

const tool = { summary: "Look.", words: "Looked", description: "Look.", access: "person" } as const
const contract = defineContract("window", {
  look: browserTool({ ...tool, input: z.object({ at: z.string() }), output: z.object({ seen: z.string() }) }),
  depict: browserTool({ ...tool, input: z.object({}), output: z.object({}) }),
  list: procedure({ ...tool, effect: "read", input: z.object({}), output: z.object({}) }),
})
type Contract = typeof contract

const look = async () => ({ default: async ({ at }: { at: string }) => ({ seen: at }) })
const depict = async () => ({ default: async () => ({}) })
const lookingWrong = async () => ({ default: async () => ({ seen: 7 }) })
const askedWrong = async () => ({ default: async (_: { on: Date }) => ({ seen: "" }) })
const page = { id: "window", pages: [] }

describe("the runners of a plugin", () => {
  it("are one for each browser tool of its contract: anything else does not compile", () => {
    const whole = defineWebPlugin<Contract>({ ...page, runners: { look, depict } })
    // @ts-expect-error: "depict" is forgotten.
    defineWebPlugin<Contract>({ ...page, runners: { look } })
    // @ts-expect-error: all of them are forgotten.
    defineWebPlugin<Contract>({ ...page })
    // @ts-expect-error: "list" runs on the server.
    defineWebPlugin<Contract>({ ...page, runners: { look, depict, list: depict } })
    // @ts-expect-error: it answers something else than the contract promises.
    defineWebPlugin<Contract>({ ...page, runners: { look: lookingWrong, depict } })
    // @ts-expect-error: it takes something else than the contract gives.
    defineWebPlugin<Contract>({ ...page, runners: { look: askedWrong, depict } })
    // @ts-expect-error: whose contract it is has to be said, or nobody would miss a runner.
    defineWebPlugin({ ...page })
    expect(createRegistry([whole]).runnerOf("window.look")).toBe(look)
    expect(createRegistry([whole]).runnerOf("window.list")).toBeUndefined()
  })

  it("are loaded when they are wanted: a plugin with a module in place of a function does not start", () => {
    const eager = { ...defineWebPlugin<Contract>({ ...page, runners: { look, depict } }), runners: { look: {} } }
    expect(() => createRegistry([eager as unknown as WebPlugin])).toThrow(
      'The web plugin "window" gives its tool "look" a runner that is not loaded by a function. Write () => import("./web/look.ts").',
    )
  })
})
