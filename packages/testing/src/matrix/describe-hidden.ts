import { randomUUID } from "node:crypto"
import { type AnyProcedure, inputSchemaOf, metaOf } from "@countersign/core/contract"
import { describe, expect, it } from "vitest"
import { isBrowserTool } from "../../../core/src/contract/browser-tool.ts"
import { toJsonSchema } from "../../../core/src/http/json-schema.ts"
import { askAsApp, fittingInput, type Matrix } from "./matrix-asking.ts"
import { expectedEntry, expectedForApp } from "./matrix-expected.ts"
import {
  askQuietly,
  findDifference,
  type HiddenThings,
  type IdPlace,
  idPlaces,
  matches,
  plain,
  variantsOf,
  withId,
} from "./matrix-hidden.ts"
import { PRINCIPALS, post } from "./matrix-principals.ts"

/** Whatever is not somebody's own is as good as gone: it shows in no answer, and asking for it tells nothing. */
export function describeHidden(matrix: Matrix): void {
  const { testing, plugins, options, procedures, byId, principals, apps } = matrix

  describe("what is hidden changes nothing that others are told", () => {
    const hidden = [
      ...Object.keys(options.things ?? {}).map((resource) => [resource, () => hideNew(resource)] as const),
      ...Object.entries(options.children ?? {}).map(([resource, { parent, make }]) => {
        return [resource, async () => void (await make(testing, await hideNew(parent)))] as const
      }),
    ]
    // The platform's own tell administrators of the grant that hides it.
    const everyRead = byId.filter(([id, procedure]) => {
      const { effect, access, egress } = metaOf(procedure)
      const isOpen = effect === "read" && access !== "internal" && !egress && !isBrowserTool(procedure)
      return isOpen && !id.startsWith("platform.") && !takesAnId(procedure)
    })

    it.each(hidden)("no list, count, search or summary of any plugin knows of a %s out of sight", async (_, hide) => {
      // First of all: what an input is about may have to be made.
      const inputs: [string, AnyProcedure, object][] = []
      for (const [id, procedure] of everyRead) inputs.push([id, procedure, await fittingInput(matrix, procedure)])
      const before = await everythingTold(inputs)
      await hide()
      const after = await everythingTold(inputs)
      expect(before.size).toBeGreaterThan(everyRead.length)
      const refused = everyRead.filter(([id]) => before.get(`administrator asks ${id}`) === "400").map(([id]) => id)
      expect(refused, 'Nothing is told by a refusal: give an input that fits under "inputs", or a reason.').toEqual(
        everyRead.map(([id]) => id).filter((id) => options.neverTold?.[id]),
      )
      const knowing = [...after].filter(([asked, answer]) => before.get(asked) !== answer).map(([asked]) => asked)
      expect(knowing, knowing.join("\n")).toEqual([])
    })

    /** What everybody, and every app, is told by every read that asks about no single thing. */
    async function everythingTold(
      inputs: readonly [string, AnyProcedure, object][],
    ): Promise<ReadonlyMap<string, string>> {
      const told = new Map<string, string>()
      for (const [id, procedure, fitting] of inputs) {
        const verb = testing.platform.verbs.get(id)!
        for (const [asked, input] of [[id, fitting] as const, ...searches(procedure, fitting)]) {
          for (const name of PRINCIPALS) {
            const { status, text } = await post(testing, principals[name], id, input)
            told.set(`${name} asks ${asked}`, status === 200 ? plain(text) : String(status))
          }
          for (const app of apps) {
            const answer = await verb(await app.caller(), input as never).catch((error: Error) => error.message)
            told.set(`${app.name} asks ${asked}`, plain(JSON.stringify(answer)))
          }
        }
      }
      return told
    }

    async function hideNew(resource: string): Promise<string> {
      const things = await options.things![resource]!(testing)
      for (const id of Object.values(things)) {
        await testing.grant("owner of the private", "owner", resource, id)
        await testing.makePrivate(resource, id)
      }
      return things.private
    }
  })

  describe("a thing that is not the caller's", () => {
    const { hidden = [], open = [] } = options
    const places = idPlaces(procedures).map((place) => [place.name, place] as const)
    const kindOf = (name: string) => hidden.find(({ at }) => matches(name, at))

    it("is looked for behind every id that an input takes", () => {
      const undecided = places.filter(([name]) => Boolean(kindOf(name)) === matches(name, open)).map(([name]) => name)
      expect(undecided, 'List each under "hidden" or under "open", and not under both.').toEqual([])
    })

    it.each(places.filter(([name]) => kindOf(name)))(
      "is told from nothing at all by nobody: %s",
      async (name, place) => {
        await checkHidden(place, kindOf(name)!)
      },
    )

    const offered = plugins.flatMap(({ id, tools = [] }) =>
      tools.flatMap((tool) =>
        idPlaces([tool.verb.procedure]).map((place) => [place.name, `${id}.${tool.name}`, place] as const),
      ),
    )
    for (const door of options.toolDoors ?? [])
      it.each(offered.filter(([name]) => kindOf(name)))(
        `is told from nothing at all by nobody who asks through ${door}: %s of %s`,
        async (name, toolName, place) => {
          await checkHiddenTool(door, toolName, place, kindOf(name)!)
        },
      )
  })

  /** Status, body and number of statements: none may depend on whether the thing exists. */
  async function checkHidden(place: IdPlace, kind: HiddenThings): Promise<void> {
    const { procedure } = place
    const { id: thing, rest = {} } = await kind.make(testing)
    const unknown = randomUUID()
    const fitting = { ...(await fittingInput(matrix, procedure)), ...rest }
    const variants = variantsOf(place, fitting)
    const differing: object[] = []
    for (const who of PRINCIPALS) {
      const principal = principals[who]
      if (expectedEntry(principal, metaOf(procedure)) !== "enters" || kind.seenBy?.(principal)) continue
      for (const [what, input] of variants) {
        const ask = (id: string) => askQuietly(testing, principal, procedure, withId(place, input, id), id)
        const difference = await findDifference(
          () => ask(thing),
          () => ask(unknown),
        )
        if (difference) differing.push({ who, what, ...difference })
      }
    }
    for (const app of apps) {
      if (expectedForApp(app, metaOf(procedure)) !== "enters" || kind.seenBy?.(app)) continue
      for (const [what, input] of variants) {
        const ofThing = plain(
          await askAsApp(matrix, app, metaOf(procedure).id, withId(place, input, thing), "message"),
          thing,
        )
        const ofUnknown = plain(
          await askAsApp(matrix, app, metaOf(procedure).id, withId(place, input, unknown), "message"),
          unknown,
        )
        if (ofThing !== ofUnknown) differing.push({ who: app.name, what, ofThing, ofUnknown })
      }
    }
    expect(differing).toEqual([])
  }

  async function checkHiddenTool(door: string, toolName: string, place: IdPlace, kind: HiddenThings): Promise<void> {
    const procedure = new Map(byId).get(door)!
    const { id: thing, rest = {} } = await kind.make(testing)
    const unknown = randomUUID()
    // Models are not asked for versions.
    const { version: _, ...fitting } = { ...(await fittingInput(matrix, place.procedure)), ...rest } as Record<
      string,
      unknown
    >
    const differing: object[] = []
    for (const who of PRINCIPALS) {
      const principal = principals[who]
      if (expectedEntry(principal, metaOf(procedure)) !== "enters" || kind.seenBy?.(principal)) continue
      const ask = (id: string) =>
        askQuietly(testing, principal, procedure, { toolName, input: withId(place, fitting, id) }, id)
      const difference = await findDifference(
        () => ask(thing),
        () => ask(unknown),
      )
      if (difference) differing.push({ who, ...difference })
    }
    expect(differing).toEqual([])
  }
}

/** The same question for things by their words. One letter: names that tests make up have it, whoever made them. */
function searches(procedure: AnyProcedure, input: object): [asked: string, input: object][] {
  const { properties = {} } = toJsonSchema(inputSchemaOf(procedure), "input") as {
    properties?: Record<string, { type?: string; minLength?: number }>
  }
  return ["text", "query", "search"]
    .filter((key) => properties[key]?.type === "string")
    .map((key) => [`${metaOf(procedure).id} by ${key}`, { ...input, [key]: "e" }])
}

function takesAnId(procedure: AnyProcedure): boolean {
  return ((toJsonSchema(inputSchemaOf(procedure), "input").required ?? []) as string[]).some((key) =>
    /^ids?$|Ids?$/.test(key),
  )
}
