import { describe, expect, it } from "vitest"
import { z } from "zod"
import { EventEnvelope } from "../../contract/event.ts"
import { defineContract, procedure } from "../../contract/procedure.ts"
import { rung } from "../../events/bells.fixture.ts"
import type { Ctx } from "../ctx.ts"
import { implement } from "../implement.ts"
import { job } from "./job.ts"
import { reaction, subscribe } from "./reaction.ts"

const taking = <Input extends z.ZodType>(input: Input) =>
  procedure({ summary: "Take.", effect: "mutate", access: "internal", input, output: z.object({}) })

const contract = defineContract("wiring", {
  bell: taking(z.object({ bellId: z.string() })),
  maybe: taking(z.object({ bellId: z.string().optional(), loud: z.boolean().default(false) })),
  number: taking(z.object({ bellId: z.number() })),
  more: taking(z.object({ bellId: z.string(), colour: z.string() })),
  nothing: taking(z.object({})),
  envelope: taking(EventEnvelope),
  part: taking(z.object({ event: z.string(), payload: z.record(z.string(), z.unknown()) })),
})
const verb = {
  bell: implement(contract.bell, async () => ({})),
  maybe: implement(contract.maybe, async () => ({})),
  number: implement(contract.number, async () => ({})),
  more: implement(contract.more, async () => ({})),
  nothing: implement(contract.nothing, async () => ({})),
  envelope: implement(contract.envelope, async () => ({})),
  part: implement(contract.part, async () => ({})),
}

describe("reaction", () => {
  it("takes a verb whose input the event's payload fits, and no other", () => {
    expect(reaction(rung, verb.bell)).toEqual({ event: rung, verb: verb.bell, optional: false })
    reaction(rung, verb.maybe)
    reaction(rung, verb.nothing)
    // @ts-expect-error the bell's id is a text
    reaction(rung, verb.number)
    // @ts-expect-error nobody tells its colour
    reaction(rung, verb.more)
    // @ts-expect-error it wants the envelope, and gets the payload
    reaction(rung, verb.envelope)
    // @ts-expect-error a plain function is not a verb
    reaction(rung, async () => ({}))
  })
})

describe("subscribe", () => {
  it("takes a verb that reads the envelope, whole or in part", () => {
    expect(subscribe({ to: "*", verb: verb.envelope })).toEqual({ event: "*", verb: verb.envelope })
    subscribe({ to: "*", verb: verb.part })
    // @ts-expect-error no envelope has a bell
    subscribe({ to: "*", verb: verb.bell })
  })
})

describe("job", () => {
  it("has a schedule only where its verb takes nothing", () => {
    expect(job("wiring.nothing", verb.nothing, { schedule: "* * * * *" }).schedule).toBe("* * * * *")
    job("wiring.maybe", verb.maybe, { schedule: "* * * * *" })
    job("wiring.bell", verb.bell)
    // @ts-expect-error nobody would pass the bell's id
    job("wiring.bell", verb.bell, { schedule: "* * * * *" })
  })

  it("is enqueued with what its verb takes", () => {
    const bellJob = job("wiring.bell", verb.bell)
    const check = async (ctx: Ctx) => {
      await ctx.enqueue(bellJob, { bellId: "a" }, { singletonKey: "a" })
      // @ts-expect-error the bell's id is a text
      await ctx.enqueue(bellJob, { bellId: 1 })
      // @ts-expect-error the bell's id is missing
      await ctx.enqueue(bellJob, {})
      // @ts-expect-error a job is named by its value
      await ctx.enqueue("wiring.bell", { bellId: "a" })
      // @ts-expect-error the payload is the event's
      await ctx.emit(rung, { bellId: "a" })
    }
    expect(check).toBeTypeOf("function")
  })
})
