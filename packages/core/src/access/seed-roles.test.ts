import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { seedRoles } from "./seed-roles.ts"

const ROUNDS = 25
const SERVERS = 8

describe("seedRoles", () => {
  it("lets servers that start together make the roles once, and none of them fail", async () => {
    const { database } = await testPlatform({ plugins: [] })
    for (let round = 0; round < ROUNDS; round += 1) {
      await database.pool.query("TRUNCATE platform.role CASCADE")
      await Promise.all(Array.from({ length: SERVERS }, () => seedRoles(database, [])))
      const { rows } = await database.pool.query("SELECT id FROM platform.role ORDER BY id")
      expect(rows.map(({ id }) => id)).toEqual(["administrator", "anonymous", "operator", "viewer"])
    }
  })
})
