import { randomUUID } from "node:crypto"
import { type AnyProcedure, inputSchemaOf, metaOf, rulesOf } from "@countersign/core/contract"
import { describe, expect, it } from "vitest"
import { toJsonSchema } from "../../../core/src/http/json-schema.ts"
import type { TestPlatform } from "../test-platform.ts"
import { askAsApp, fittingInput, inputAbout, type Matrix } from "./matrix-asking.ts"
import { expectedEntry, expectedForApp, isWithin, type PreparedThings, resourceOf, WHICH } from "./matrix-expected.ts"
import type { MatrixThings } from "./matrix-options.ts"
import { type Answer, PRINCIPALS, type PrincipalName, post, putGrant } from "./matrix-principals.ts"

/** Of things that teams are granted, everybody reaches their own; of the others they are told nothing. */
export function describeReach(matrix: Matrix): void {
  const { testing, options, byId, principals, apps } = matrix

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
              const answer = await askAsApp(matrix, app, id, await inputAbout(matrix, procedure, path, things[which]))
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
          const { text } = await post(testing, principals[name], id, await fittingInput(matrix, procedure))
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
    return post(testing, principals[name], metaOf(procedure).id, await inputAbout(matrix, procedure, path, thing))
  }
}
