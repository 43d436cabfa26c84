import { describe, expect, it } from "vitest"
import { z } from "zod"
import { implement } from "./access/implement.ts"
import { type AnyJob, job } from "./access/points/job.ts"
import { type Reaction, reaction, subscribe } from "./access/points/reaction.ts"
import { defineAccess } from "./contract/access.ts"
import { defineEvent, EventEnvelope, type PlatformEvent } from "./contract/event.ts"
import { defineContract, procedure } from "./contract/procedure.ts"
import { definePlugin, type Plugin } from "./define-plugin.ts"
import { validatePlugins } from "./validate-plugins.ts"

const access = defineAccess("bell.bell", { read: "Hear bells" })
const about = { type: "bell.bell", path: "id" } as const
const summary = "A bell was rung."
const payload = z.object({ id: z.string().max(50), loud: z.enum(["soft", "loud", "deafening"]) })
const rung = defineEvent("bell.rung", { summary, payload, about, access: access.read })

const taking = <Input extends z.ZodType>(input: Input, effect: "mutate" | "read" = "mutate") =>
  procedure({ summary: "Take.", effect, access: "internal", input, output: z.object({}) })
const contract = defineContract("ear", {
  hear: taking(z.object({ id: z.string() })),
  hearShort: taking(z.object({ id: z.string().max(20) })),
  hearIds: taking(z.object({ id: z.uuid() })),
  hearSoft: taking(z.object({ id: z.string(), loud: z.enum(["soft", "loud"]) })),
  hearAll: taking(EventEnvelope),
  look: taking(z.object({ id: z.string() }), "read"),
  rest: taking(z.object({})),
})
const verbs = {
  hear: implement(contract.hear, async () => ({})),
  hearShort: implement(contract.hearShort, async () => ({})),
  hearIds: implement(contract.hearIds, async () => ({})),
  hearSoft: implement(contract.hearSoft, async () => ({})),
  hearAll: implement(contract.hearAll, async () => ({})),
  look: implement(contract.look, async () => ({})),
  rest: implement(contract.rest, async () => ({})),
}

const bell = (...events: PlatformEvent[]): Plugin =>
  definePlugin({ id: "bell", contract: {}, access: [access], verbs: {}, events })
const ear = (reactions: Reaction[], jobs: AnyJob[] = []): Plugin =>
  definePlugin({ id: "ear", contract, verbs, reactions, jobs })
const starting =
  (...plugins: Plugin[]) =>
  () =>
    void validatePlugins(plugins)
/** As somebody writes it who holds the compiler off. */
const unchecked = (event: PlatformEvent | "*", verb: Reaction["verb"]): Reaction => ({ event, verb })

describe("wiring that could not work does not start", () => {
  it("but what could does", () => {
    const wired = ear(
      [reaction(rung, verbs.hear), subscribe({ to: "*", verb: verbs.hearAll })],
      [job("ear.rest", verbs.rest, { schedule: "5 4 * * *" }), job("ear.hear", verbs.hear)],
    )
    expect(starting(bell(rung), wired)).not.toThrow()
  })

  it("and a plugin does without one whose events it hears only where it is there", () => {
    const wired = ear([reaction(rung, verbs.hear, { optional: true })])

    expect(starting(wired)).not.toThrow()
    expect(starting(bell(rung), wired)).not.toThrow()
    expect(starting(bell(), wired)).toThrow("no plugin declares that event")
  })

  it.each<[string, () => void, string]>([
    [
      "an event of another plugin's name",
      starting(bell(defineEvent("horn.blown", { summary, payload, about, access: access.read }))),
      'Plugin "bell" declares the event "horn.blown"; its events begin with "bell.".',
    ],
    [
      "an id that is none",
      starting(bell(defineEvent("bell.was rung", { summary, payload, about, access: access.read }))),
      'Plugin "bell" declares the event "bell.was rung", which is no event id: it has the form <plugin>.<nounVerb>.',
    ],
    ["an event twice", starting(bell(rung, rung)), 'Plugin "bell" declares the event "bell.rung" twice.'],
    [
      "an event without a sentence",
      starting(bell({ ...rung, summary: " " })),
      'Plugin "bell" declares the event "bell.rung" without a summary.',
    ],
    [
      "an event with a rule that nobody has",
      starting(bell({ ...rung, access: { ...access.read, id: "bell.bell.touch" } })),
      'Plugin "bell" declares the event "bell.rung", which needs the rule bell.bell.touch. No plugin lists it under "access".',
    ],
    [
      "an event about what is not in it",
      starting(bell({ ...rung, about: { type: "bell.bell", path: "bellId" } })),
      'Plugin "bell" declares the event "bell.rung" about a bell.bell, whose id would stand at "bellId": there is no such text in its payload.',
    ],
    [
      "an event that JSON cannot carry",
      starting(bell({ ...rung, payload: z.object({ id: z.string(), at: z.date() }) })),
      'Plugin "bell" declares the event "bell.rung", whose payload cannot be written as JSON: Date cannot be represented in JSON Schema',
    ],
    [
      "a reaction to an event of nobody",
      starting(bell(), ear([reaction(rung, verbs.hear)])),
      'Plugin "ear" reacts to bell.rung with ear.hear, but no plugin declares that event. List it under "events" in its definePlugin, and that plugin in the app.',
    ],
    [
      "a reaction to another event of the same id",
      starting(bell({ ...rung }), ear([reaction(rung, verbs.hear)])),
      'Plugin "ear" reacts to bell.rung with ear.hear, but means another event than the one declared under that id. Import it from its plugin\'s contract.',
    ],
    [
      "a reaction whose verb takes shorter texts",
      starting(bell(rung), ear([reaction(rung, verbs.hearShort)])),
      'Plugin "ear" reacts to bell.rung with ear.hearShort, which takes another input: "id" must have at most 20 characters.',
    ],
    [
      "a reaction whose verb takes ids alone",
      starting(bell(rung), ear([reaction(rung, verbs.hearIds)])),
      'Plugin "ear" reacts to bell.rung with ear.hearIds, which takes another input: "id" must be a uuid.',
    ],
    [
      "a reaction whose verb knows fewer values",
      starting(bell(rung), ear([unchecked(rung, verbs.hearSoft)])),
      'Plugin "ear" reacts to bell.rung with ear.hearSoft, which takes another input: "loud" can be "deafening", not only "soft", "loud".',
    ],
    [
      "a reaction whose verb takes the envelope",
      starting(bell(rung), ear([unchecked(rung, verbs.hearAll)])),
      'Plugin "ear" reacts to bell.rung with ear.hearAll, which takes another input: "event" is not in it.',
    ],
    [
      "a subscription whose verb takes a payload",
      starting(bell(rung), ear([unchecked("*", verbs.hearSoft)])),
      'Plugin "ear" reacts to every event with ear.hearSoft, which takes another input: "loud" is not in it.',
    ],
    [
      "a reaction with a read",
      starting(bell(rung), ear([reaction(rung, verbs.look)])),
      'Plugin "ear" reacts to bell.rung with ear.look, which is a read: nothing would come of it.',
    ],
    [
      "a reaction twice",
      starting(bell(rung), ear([reaction(rung, verbs.hear), reaction(rung, verbs.hear)])),
      'Plugin "ear" reacts to bell.rung with ear.hear, but it hears of that event by another reaction already.',
    ],
    [
      "a reaction with another plugin's verb",
      starting(
        bell(rung),
        ear([]),
        definePlugin({ id: "nose", contract: {}, verbs: {}, reactions: [reaction(rung, verbs.hear)] }),
      ),
      'Plugin "nose" reacts to bell.rung with ear.hear, which is not one of its own verbs.',
    ],
    [
      "a job of another plugin's name",
      starting(ear([], [job("nose.rest", verbs.rest)])),
      'Plugin "ear" names a job "nose.rest"; it must begin with "ear.".',
    ],
    [
      "a job twice",
      starting(ear([], [job("ear.rest", verbs.rest), job("ear.rest", verbs.hear)])),
      'Plugin "ear" names the job "ear.rest" twice.',
    ],
    [
      "a schedule that is no cron",
      starting(ear([], [job("ear.rest", verbs.rest, { schedule: "61 * * * *" })])),
      'Plugin "ear": the job ear.rest has the schedule "61 * * * *", which is no cron: Constraint error',
    ],
    [
      "a schedule for a verb with an input",
      starting(ear([], [{ name: "ear.hear", verb: verbs.hear, schedule: "* * * * *" }])),
      'Plugin "ear": the job ear.hear has a schedule, but its verb ear.hear takes an input, which nobody would pass.',
    ],
  ])("%s", (_, start, sentence) => {
    expect(start).toThrow(sentence)
  })

  it("two plugins with one event", () => {
    const second = definePlugin({ id: "platform", contract: {}, access: [access], verbs: {}, events: [rung] })
    expect(starting(bell(rung), second)).toThrow(
      'The plugins "bell" and "platform" both declare the event "bell.rung".',
    )
  })
})
