import { randomUUID } from "node:crypto"
import { definePlugin } from "@countersign/core/server"
import { testPlatform } from "@countersign/testing"
import { expect, it } from "vitest"
import createCatalog from "./0001-create-catalog.ts"
import createStatus from "./0002-create-status.ts"
import createSample from "./0003-create-sample.ts"
import nameSkeletons from "./0004-name-skeletons.ts"
import statusSources from "./0005-status-sources.ts"

const before = definePlugin({
  id: "catalog",
  contract: {},
  verbs: {},
  migrations: [createCatalog, createStatus, createSample, nameSkeletons],
})
const { database } = await testPlatform({ plugins: [before] })

it("gives each report to whoever made it, and keeps those of plugins as they are", async () => {
  const [system, ana] = [randomUUID(), randomUUID()]
  const say = (text: string, values: unknown[]) => database.pool.query(text, values)
  await say(
    "INSERT INTO catalog.system (id, name, status, created_at, updated_at) VALUES ($1, 'Shop', 'degraded', now(), now())",
    [system],
  )
  for (const source of ["nightly:backup", "incident:7f", "sample", "nobody"]) {
    await say(
      "INSERT INTO catalog.status_report (system_id, source, status, since) VALUES ($1, $2, 'degraded', now())",
      [system, source],
    )
    await say("INSERT INTO catalog.status_change (system_id, source, status, at) VALUES ($1, $2, 'degraded', now())", [
      system,
      source,
    ])
  }
  await say("INSERT INTO platform.hand (type, id, principal, managed) VALUES ('catalog.status', $1, $2, true)", [
    `${system}:nightly:backup`,
    `user:${ana}`,
  ])

  await database.pool.query(statusSources.sql)

  const owned = [`api:${ana}:nightly:backup`, "api:earlier:nobody", "catalog:sample", "incident:7f"].sort()
  for (const table of ["status_report", "status_change"]) {
    const { rows } = await database.pool.query(`SELECT source FROM catalog.${table}`)
    expect(rows.map(({ source }) => source).sort()).toEqual(owned)
  }
  const { rows } = await database.pool.query("SELECT status_rank FROM catalog.system")
  expect(rows).toEqual([{ status_rank: 4 }])
})
