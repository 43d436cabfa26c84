import { expect, it } from "vitest"
import { getIncident } from "./get-incident.ts"
import { testIncidents } from "./incident.fixture.ts"
import { addUpdate } from "./incident-timeline.ts"

it("shows strangers only what is public, once the anonymous role may read incidents at all", async () => {
  const { as, anonymous, database, system, open } = await testIncidents()
  await database.pool.query("INSERT INTO platform.role_rule VALUES ('anonymous', 'incident.incident.read')")
  const incident = await open([await system("Shop")], { message: "For all", visibility: "public" })
  await addUpdate(await as("olga"), { id: incident.id, message: "For readers" })

  const seen = await getIncident(await anonymous(), { id: incident.id })

  expect(seen.updates.map(({ message }) => message)).toEqual(["For all"])
  expect(seen).toMatchObject({ systems: [], hiddenSystemCount: 1, mayChange: false })
})
