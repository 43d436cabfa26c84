import { metaOf } from "@countersign/core/contract"
import type { Plugin } from "@countersign/core/server"
import { describe, expect, it } from "vitest"
import { platformPlugin } from "../../../core/src/reserved/platform-plugin.ts"
import { testPlatform } from "../test-platform.ts"
import { describeHidden } from "./describe-hidden.ts"
import { describeReach } from "./describe-reach.ts"
import { connectApps } from "./matrix-apps.ts"
import { askAsApp, fittingInput, getVerb, type Matrix } from "./matrix-asking.ts"
import { expectedEntry, expectedForApp, ownResourceOf, refusal, resourceOf } from "./matrix-expected.ts"
import type { MatrixOptions } from "./matrix-options.ts"
import { askRoute, createPrincipals, type MatrixPrincipal, PRINCIPALS, post } from "./matrix-principals.ts"

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
  const matrix: Matrix = { testing, plugins, options, procedures, byId, principals, apps }
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
          const answer = await askAsApp(matrix, app, id, PROBE)
          const actual = answer === "invalid_input" ? "enters" : answer
          expect(actual, app.name).toBe(expectedForApp(app, metaOf(procedure)))
        }
      },
    )

    it.each(byId)("answers %s with a fitting input as it answers without", async (id, procedure) => {
      const meta = metaOf(procedure)
      const input = await fittingInput(matrix, procedure)
      for (const name of PRINCIPALS) {
        const expected = expectedEntry(principals[name], meta)
        // What is allowed and changes something would happen; the other tests of its plugin see to that.
        if (expected === "enters" && (meta.effect !== "read" || meta.egress)) continue
        // What calls an address outside is no link.
        const byLink = meta.effect === "read" && !meta.egress
        const answer = byLink
          ? await getVerb(matrix, name, id, input)
          : await post(testing, principals[name], id, input)
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
      for (const name of route.origins.includes("app") ? PRINCIPALS : []) {
        // A token stands for whoever has it.
        const isOpen = route.token !== undefined
        const expected = isOpen ? "enters" : expectedEntry(principals[name], metaOf(route.verb.procedure))
        const answer = await askRoute(testing, route, "app", principals[name])
        if (expected === "enters") expect([401, 403, 500], `${name}: ${answer.text}`).not.toContain(answer.status)
        else expect(refusal(answer), `${name}: ${answer.text}`).toBe(expected)
      }
    })

    const ofSite = routes.filter(([, { origins }]) => origins.includes("site"))
    it.runIf(ofSite.length > 0).each(ofSite)("answers %s on the site's origin to all alike", async (_, route) => {
      const answers = new Set<string>()
      for (const name of PRINCIPALS) {
        const { status, text } = await askRoute(testing, route, "site", principals[name])
        expect([401, 403, 500], `${name}: ${text}`).not.toContain(status)
        answers.add(`${status} ${text}`)
      }
      expect([...answers]).toHaveLength(1)
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

  describeHidden(matrix)
  describeReach(matrix)
}
