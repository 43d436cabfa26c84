import { type AnyProcedure, type InputOf, metaOf, type OutputOf } from "@countersign/core/contract"
import { servicePrincipal } from "@countersign/core/host"
import { personId, type TestPlatform } from "../test-platform.ts"

/** As the platform itself, which reaches everything. */
export async function callAsPlatform<P extends AnyProcedure>(
  { platform }: TestPlatform,
  procedure: P,
  input: InputOf<P>,
): Promise<OutputOf<P>> {
  const verb = platform.verbs.get(metaOf(procedure).id)!
  const caller = platform.caller(servicePrincipal("matrix"), "cli")
  return (await verb(caller, input as never)) as OutputOf<P>
}

/** As Olga, who has everything of her own and shares none of it. */
export async function callAsOlga<P extends AnyProcedure>(
  testing: TestPlatform,
  procedure: P,
  input: InputOf<P>,
): Promise<OutputOf<P>> {
  await testing.database.pool.query(
    "INSERT INTO platform.person (id, name, email) VALUES ($1, 'Olga', 'olga@example.test') ON CONFLICT DO NOTHING",
    [personId("olga")],
  )
  return testing.platform.call(await testing.as("olga", "operator"), procedure, input)
}

/** From now on none of the matrix's principals sees it. */
export async function hideThing(testing: TestPlatform, resource: string, id: string): Promise<string> {
  await testing.grant("owner of the private", "owner", resource, id)
  await testing.makePrivate(resource, id)
  return id
}
