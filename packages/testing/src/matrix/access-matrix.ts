import { randomUUID } from "node:crypto"
import {
  type AnyProcedure,
  GRANT_LEVELS,
  type GrantLevel,
  inputSchemaOf,
  metaOf,
  type ProcedureMeta,
  rulesOf,
} from "@countersign/core/contract"
import type { Plugin, Route } from "@countersign/core/server"
import { describe, expect, it } from "vitest"
import { toJsonSchema } from "../../../core/src/http/json-schema.ts"
import { platformPlugin } from "../../../core/src/reserved/platform-plugin.ts"
import { exampleInput } from "../suites/example-input.ts"
import { type TestPlatform, testPlatform } from "../test-platform.ts"
import { connectApps, type MatrixApp } from "./matrix-apps.ts"
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
import {
  type Answer,
  createPrincipals,
  get,
  type MatrixPrincipal,
  PRINCIPALS,
  type PrincipalName,
  post,
  putGrant,
} from "./matrix-principals.ts"

/** Ids of three new things of one resource. The matrix itself grants the first to its teams and makes the third private. */
export interface MatrixThings {
  granted: string
  public: string
  private: string
}

export interface MatrixOptions {
  /** By resource, e.g. `catalog.system`: makes three things, anew for every call. */
  things?: Record<string, (testing: TestPlatform) => Promise<MatrixThings>>
  /**
   * By resource, e.g. `incident.incident`: a thing whose right comes from another one. `path` is where its id stands
   * in inputs; `make` makes one that belongs to the given thing alone.
   */
  children?: Record<string, MatrixChild>
  /** Things that are somebody else's. Every id in an input is one of these, or of something that is hidden from nobody. */
  hidden?: readonly HiddenThings[]
  /** Where ids of things stand that whoever may enter may see: `catalog.*.groupId`. */
  open?: readonly string[]
  /** Procedures that call any tool: `{ toolName, input }`. The ids inside of such an input are looked behind as well. */
  toolDoors?: readonly string[]
  /** By procedure id, where an input made from the schema does not fit: the rest of the input, without the things' ids. */
  inputs?: Record<string, object | ((testing: TestPlatform) => Promise<object>)>
}

export interface MatrixChild {
  parent: string
  path: string
  make(testing: TestPlatform, parentId: string): Promise<string>
}

type Decision = "enters" | "unauthenticated" | "forbidden"

/** `viewed` is granted to the teams for viewing only, whatever they hold elsewhere. */
const WHICH = ["granted", "viewed", "public", "private"] as const
type PreparedThings = Record<(typeof WHICH)[number], string>

// A key no contract has: whoever enters is told so, before anything happens; whoever may not enter never learns of it.
const PROBE = { "access-matrix": true }

/**
 * Every procedure of these plugins and of the platform against every kind of principal, over HTTP. What is expected
 * is read off the contract's metadata here, in other words than the product's, so that a slip in one shows against the other.
 */
export async function describeAccess(plugins: readonly Plugin[], options: MatrixOptions = {}): Promise<void> {
  const testing = await testPlatform({ plugins })
  // Far more than anybody asks in a minute.
  await testing.database.pool.query("UPDATE platform.ai_settings SET calls_per_minute = 10000")
  const all = [platformPlugin, ...plugins]
  const procedures = all.flatMap((plugin) => Object.values(plugin.contract))
  const rules = all.flatMap((plugin) => plugin.access)
  const principals = await createPrincipals(testing, rules, procedures)
  const apps = await connectApps(testing, principals, rules)
  const byId = procedures.map((procedure) => [metaOf(procedure).id, procedure] as const)
  const kinds = PRINCIPALS.length + apps.length
  console.info(
    `Access matrix: ${procedures.length} procedures x ${kinds} principals = ${procedures.length * kinds} decisions.`,
  )

  const eachPrincipal = async <T>(ask: (principal: MatrixPrincipal) => T | Promise<T>): Promise<Record<string, T>> => {
    const answers: Record<string, T> = {}
    for (const name of PRINCIPALS) answers[name] = await ask(principals[name])
    return answers
  }

  describe("the access matrix", () => {
    it.each(byId)("lets into %s exactly those whom its contract lists", async (id, procedure) => {
      const expected = await eachPrincipal((principal) => expectedEntry(principal, metaOf(procedure)))
      const actual = await eachPrincipal(async (principal) => {
        const answer = await post(testing, principal, id, PROBE)
        return answer.status === 400 ? "enters" : refusal(answer)
      })
      expect(actual).toEqual(expected)
    })

    it.each(byId)(
      "lets connected apps into %s by what was granted to them, and never over its own address",
      async (id, procedure) => {
        for (const app of apps) {
          expect(refusal(await post(testing, app, id, PROBE)), app.name).toBe("unauthenticated")
          const answer = await askAsApp(app, id, PROBE)
          const actual = answer === "invalid_input" ? "enters" : answer
          expect(actual, app.name).toBe(expectedForApp(app, metaOf(procedure)))
        }
      },
    )

    it.each(byId)("answers %s with a fitting input as it answers without", async (id, procedure) => {
      const meta = metaOf(procedure)
      const input = await fittingInput(procedure)
      for (const name of PRINCIPALS) {
        const expected = expectedEntry(principals[name], meta)
        // What is allowed and changes something would happen; the other tests of its plugin see to that.
        if (expected === "enters" && (meta.effect !== "read" || meta.egress)) continue
        // What calls an address outside is no link.
        const byLink = meta.effect === "read" && !meta.egress
        const answer = byLink ? await getVerb(name, id, input) : await post(testing, principals[name], id, input)
        if (expected === "enters")
          expect(answer.status, `${name}: ${answer.text}`).toSatisfy(
            (status: number) => ![401, 403, 500].includes(status),
          )
        else expect(refusal(answer), `${name}: ${answer.text}`).toBe(expected)
      }
    })

    const routes = all
      .flatMap((plugin) => plugin.routes)
      .map((route) => [`${route.method} ${route.path}`, route] as const)
    it.runIf(routes.length > 0).each(routes)("treats %s like the verb behind it", async (_, route) => {
      for (const name of PRINCIPALS) {
        const expected = expectedEntry(principals[name], metaOf(route.verb.procedure))
        const answer = await askRoute(route, principals[name])
        if (expected === "enters") expect([401, 403, 500], `${name}: ${answer.text}`).not.toContain(answer.status)
        else expect(refusal(answer), `${name}: ${answer.text}`).toBe(expected)
      }
    })
  })

  describe("what the matrix needs of each plugin", () => {
    const scopes = procedures.map(metaOf).filter(({ access }) => access !== "internal")

    it("is a way to make things of every resource that teams can be granted", () => {
      const resources = new Set(scopes.flatMap((meta) => resourceOf(meta) ?? []))
      expect(Object.keys(options.things ?? {}).sort(), 'Add it to "things" of the plugin\'s testing face.').toEqual(
        [...resources].sort(),
      )
    })

    it("is a way to make one of everything whose right comes from another thing", () => {
      const resources = new Set(scopes.flatMap((meta) => (meta.scope?.by === "parent" ? [ownResourceOf(meta)] : [])))
      expect(Object.keys(options.children ?? {}).sort(), 'Add it to "children" of the testing face.').toEqual(
        [...resources].filter((resource) => !(resource in (options.things ?? {}))).sort(),
      )
    })
  })

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
      const isOpen = effect === "read" && access !== "internal" && !egress
      return isOpen && !id.startsWith("platform.") && !takesAnId(procedure)
    })

    it.each(hidden)("no list, count, search or summary of any plugin knows of a %s out of sight", async (_, hide) => {
      const before = await everythingTold()
      await hide()
      const after = await everythingTold()
      expect(before.size).toBeGreaterThan(everyRead.length)
      expect([...after].filter(([asked, answer]) => before.get(asked) !== answer).map(([asked]) => asked)).toEqual([])
    })

    /** What everybody, and every app, is told by every read that asks about no single thing. */
    async function everythingTold(): Promise<ReadonlyMap<string, string>> {
      const told = new Map<string, string>()
      for (const [id, procedure] of everyRead) {
        const input = await fittingInput(procedure)
        for (const name of PRINCIPALS) {
          const { status, text } = await post(testing, principals[name], id, input)
          told.set(`${name} asks ${id}`, status === 200 ? plain(text) : String(status))
        }
        const verb = testing.platform.verbs.get(id)!
        for (const app of apps) {
          const answer = await verb(await app.caller(), input as never).catch((error: Error) => error.message)
          told.set(`${app.name} asks ${id}`, plain(JSON.stringify(answer)))
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

  for (const [resource, makeThings] of Object.entries(options.things ?? {})) {
    const scoped = byId.filter(([, procedure]) => resourceOf(metaOf(procedure)) === resource)
    const byInput = scoped.flatMap(([id, procedure]) => {
      const { scope } = metaOf(procedure)
      return scope?.by === "input" ? [[id, procedure, scope.path] as const] : []
    })
    const reads = scoped.filter(([, procedure]) => metaOf(procedure).effect === "read")

    describe(`single things of ${resource}`, () => {
      it.each(byInput)("%s reaches what its caller may reach, and the rest is as good as gone", (_, procedure, path) =>
        checkReach(procedure, path, () => prepare(makeThings, resource)),
      )

      it.each(byInput)(
        "%s lets connected apps reach no more than their person lets them",
        async (id, procedure, path) => {
          const meta = metaOf(procedure)
          for (const app of apps.filter((one) => expectedForApp(one, meta) === "enters")) {
            const things = await prepare(makeThings, resource)
            for (const which of WHICH) {
              const answer = await askAsApp(app, id, await inputAbout(procedure, path, things[which]))
              const where = `${app.name} on the ${which} thing: ${answer}`
              if (isWithin(app, meta, which)) expect(["forbidden", "not_found"], where).not.toContain(answer)
              // Whoever sees a thing may be told that they cannot change it.
              else expect(which === "viewed" ? ["forbidden", "not_found"] : ["not_found"], where).toContain(answer)
            }
          }
        },
      )

      it.each(reads)("%s tells nobody of things out of their reach", async (id, procedure) => {
        const things = await prepare(makeThings, resource)
        for (const name of PRINCIPALS) {
          const { text } = await post(testing, principals[name], id, await fittingInput(procedure))
          for (const which of WHICH)
            if (!isWithin(principals[name], metaOf(procedure), which))
              expect(text, `${name} was told of the ${which} thing.`).not.toContain(things[which])
        }
      })
    })
  }

  for (const [resource, { parent, path, make }] of Object.entries(options.children ?? {})) {
    const byParent = byId.filter(([, procedure]) => {
      const { scope, access } = metaOf(procedure)
      const takesId = path in (toJsonSchema(inputSchemaOf(procedure), "input").properties as object)
      return scope?.by === "parent" && rulesOf(access)[0]?.resource === resource && takesId
    })

    describe(`single things of ${resource}, by their ${parent}`, () => {
      it.each(byParent)("%s reaches what its caller may reach, and the rest is as good as gone", (_, procedure) =>
        checkReach(procedure, path, async () => {
          const parents = await prepare(options.things![parent]!, parent)
          const children = { ...parents }
          for (const which of WHICH) children[which] = await make(testing, parents[which])
          return children
        }),
      )
    })
  }

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
    const fitting = { ...(await fittingInput(procedure)), ...rest }
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
        const ofThing = plain(await askAsApp(app, metaOf(procedure).id, withId(place, input, thing), "message"), thing)
        const ofUnknown = plain(
          await askAsApp(app, metaOf(procedure).id, withId(place, input, unknown), "message"),
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
    const { version: _, ...fitting } = { ...(await fittingInput(place.procedure)), ...rest } as Record<string, unknown>
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

  /** Changing verbs get things anew for each principal: what one deletes, the next must find. */
  async function checkReach(
    procedure: AnyProcedure,
    path: string,
    makeThings: () => Promise<PreparedThings>,
  ): Promise<void> {
    const meta = metaOf(procedure)
    let things = await makeThings()
    for (const name of PRINCIPALS) {
      if (expectedEntry(principals[name], meta) !== "enters") continue
      if (meta.effect !== "read") things = await makeThings()
      const gone = randomUUID()
      const goneAnswer = await askAbout(name, procedure, path, gone)
      for (const which of WHICH) {
        const answer = await askAbout(name, procedure, path, things[which])
        const where = `${name} on the ${which} thing: ${answer.status} ${answer.text}`
        expect(answer.status, `${where}\nGive a fitting input for ${meta.id} under "inputs".`).not.toBe(400)
        if (isWithin(principals[name], meta, which)) {
          const refused = [401, 403].includes(answer.status) || answer.message.includes(things[which])
          expect(refused, where).toBe(false)
        } else if (which === "viewed" && answer.status === 403) {
          // Whoever sees a thing may be told that they cannot change it.
        } else {
          expect(answer.status, where).toBe(404)
          expect(answer.message.replaceAll(things[which], "it"), where).toBe(goneAnswer.message.replaceAll(gone, "it"))
        }
      }
    }
  }

  async function prepare(
    makeThings: (testing: TestPlatform) => Promise<MatrixThings>,
    resource: string,
  ): Promise<PreparedThings> {
    const things = { ...(await makeThings(testing)), viewed: (await makeThings(testing)).granted }
    for (const { teamId, grant } of Object.values(principals)) {
      if (!teamId || !grant) continue
      await putGrant(testing, teamId, resource, things.granted, grant)
      await putGrant(testing, teamId, resource, things.viewed, "viewer")
    }
    await testing.grant("owner of the private", "owner", resource, things.private)
    await testing.makePrivate(resource, things.private)
    return things
  }

  async function askAbout(name: PrincipalName, procedure: AnyProcedure, path: string, thing: string): Promise<Answer> {
    return post(testing, principals[name], metaOf(procedure).id, await inputAbout(procedure, path, thing))
  }

  async function inputAbout(procedure: AnyProcedure, path: string, thing: string): Promise<object> {
    const { properties } = toJsonSchema(inputSchemaOf(procedure), "input")
    const isList = (properties as Record<string, { type?: string }>)[path]?.type === "array"
    return { ...(await fittingInput(procedure)), [path]: isList ? [thing] : thing }
  }

  /** Past the one address where an app's token works: "ok", or the code of the error, or its sentence. */
  async function askAsApp(
    app: MatrixApp,
    id: string,
    input: object,
    tell: "code" | "message" = "code",
  ): Promise<string> {
    const verb = testing.platform.verbs.get(id)!
    return verb(await app.caller(), input as never).then(
      () => "ok",
      (error: { code?: string; message: string }) => error[tell] ?? error.message,
    )
  }

  async function fittingInput(procedure: AnyProcedure): Promise<object> {
    const made = exampleInput(toJsonSchema(inputSchemaOf(procedure), "input")) as object
    const given = options.inputs?.[metaOf(procedure).id]
    return { ...made, ...(typeof given === "function" ? await given(testing) : given) }
  }

  function getVerb(name: PrincipalName, id: string, input: object): Promise<Answer> {
    const query = new URLSearchParams()
    for (const [key, value] of Object.entries(input))
      query.set(key, typeof value === "object" ? JSON.stringify(value) : String(value))
    return get(testing, principals[name], `/api/v1/${id.replace(".", "/")}?${query}`)
  }

  function askRoute(route: Route, principal: MatrixPrincipal): Promise<Answer> {
    const path = route.path.replaceAll(/:\w+/g, () => randomUUID())
    return get(testing, principal, path)
  }
}

/** The contract, read to the letter. */
function expectedEntry(principal: MatrixPrincipal, { access, scope }: ProcedureMeta): Decision {
  const { kind } = principal
  if (access === "anyone") return "enters"
  if (access === "internal") return "forbidden"
  if (access === "signedIn") return kind === "anonymous" ? "unauthenticated" : "enters"
  if (access === "person") return kind === "person" ? "enters" : kind === "anonymous" ? "unauthenticated" : "forbidden"
  if (rulesOf(access).every((rule) => principal.holds(rule.id))) return "enters"
  if (kind === "anonymous") return "unauthenticated"
  const byGrant = scope !== undefined && scope.by !== "rule" && principal.grant !== null
  return byGrant && atLeast(principal.grant, scope.level ?? "viewer") ? "enters" : "forbidden"
}

/** As its person, but for the rules they kept back: those open nothing, a grant included. */
function expectedForApp(app: MatrixApp, meta: ProcedureMeta): Decision {
  return rulesOf(meta.access).every((rule) => app.granted(rule.id)) ? expectedEntry(app, meta) : "forbidden"
}

/** Private: a grant only. Else the rule or a grant. */
function isWithin(principal: MatrixPrincipal, { access, scope }: ProcedureMeta, which: keyof PreparedThings): boolean {
  const level = scope && "level" in scope ? (scope.level ?? "viewer") : "viewer"
  const byRule = rulesOf(access).every((rule) => principal.holds(rule.id))
  if (which === "private") return false
  const granted = which === "granted" ? principal.grant : which === "viewed" && principal.grant ? "viewer" : null
  return byRule || atLeast(granted, level)
}

function atLeast(held: GrantLevel | null, needed: GrantLevel): boolean {
  return held !== null && GRANT_LEVELS.indexOf(held) >= GRANT_LEVELS.indexOf(needed)
}

function resourceOf({ access, scope }: ProcedureMeta): string | undefined {
  if (!scope || scope.by === "rule") return undefined
  return scope.resource ?? rulesOf(access)[0]?.resource
}

/** What the procedure is about, wherever the right to it comes from. */
function ownResourceOf({ access }: ProcedureMeta): string {
  return rulesOf(access)[0]?.resource ?? ""
}

function takesAnId(procedure: AnyProcedure): boolean {
  return ((toJsonSchema(inputSchemaOf(procedure), "input").required ?? []) as string[]).some((key) =>
    /^ids?$|Ids?$/.test(key),
  )
}

function refusal({ status, text }: Answer): string {
  if (status === 401) return "unauthenticated"
  if (status === 403) return "forbidden"
  return `answers ${status}: ${text.slice(0, 300)}`
}
