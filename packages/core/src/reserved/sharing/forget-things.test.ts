import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { z } from "zod"
import { implement } from "../../access/implement.ts"
import { defineAccess } from "../../contract/access.ts"
import { defineContract, procedure } from "../../contract/procedure.ts"
import { definePlugin } from "../../define-plugin.ts"
import { forgetThings } from "./forget-things.ts"

const bookAccess = defineAccess("shelf.book", { manage: "Put books on the shelf" }, { teamScoped: true })
const shelfContract = defineContract("shelf", {
  forget: procedure({
    summary: "Forget who may reach a thing.",
    effect: "destructive",
    access: bookAccess.manage,
    scope: { by: "rule" },
    input: z.object({ resource: z.string(), ids: z.array(z.string()) }),
    output: z.object({}),
  }),
})
const forget = implement(shelfContract.forget, async (ctx, { resource, ids }) => {
  await forgetThings(ctx, resource, ids)
  ctx.audit({ note: "Forgotten." })
  return {}
})
const shelf = definePlugin({ id: "shelf", contract: shelfContract, access: [bookAccess], verbs: { forget } })

const { asHolderOf, grant, makePrivate, database } = await testPlatform({ plugins: [shelf] })
const olga = await asHolderOf("olga", ["shelf.book.manage"])
const gone = "0b54a6a0-1d5f-4f6b-9a55-0f6d2e1c7abc"
const kept = "0b54a6a0-1d5f-4f6b-9a55-0f6d2e1c7abd"

describe("forgetThings", () => {
  it("ends the grants on these things and their privacy, however the id is written, and leaves the others", async () => {
    for (const id of [gone, kept]) {
      await grant("theo", "owner", "shelf.book", id)
      await makePrivate("shelf.book", id)
    }

    await forget(olga, { resource: "shelf.book", ids: [gone.toUpperCase()] })

    for (const table of ["team_grant", "private_thing"]) {
      const { rows } = await database.pool.query(`SELECT thing_id FROM platform.${table}`)
      expect(rows.map((row) => row.thing_id)).toEqual([kept])
    }
  })

  it("lets no plugin forget another's things", async () => {
    await grant("theo", "owner", "catalog.system", gone)

    await expect(forget(olga, { resource: "catalog.system", ids: [gone] })).rejects.toThrow(
      "shelf.forget forgets things of the kind catalog.system, but a plugin forgets only its own.",
    )

    const { rows } = await database.pool.query("SELECT 1 FROM platform.team_grant WHERE resource = 'catalog.system'")
    expect(rows).toHaveLength(1)
  })
})
