import { z } from "zod"
import { scopeResource } from "../../access/authorize.ts"
import type { Ctx } from "../../access/ctx.ts"
import type { AnyVerb } from "../../access/implement.ts"
import { inputSchemaOf, metaOf, outputSchemaOf } from "../../contract/procedure.ts"
import { NotFoundError, PlatformError } from "../../errors.ts"
import { servicePrincipal } from "../../identity/principal/principal.ts"

/** Name is null where no verb tells it: the thing is then taken to exist. */
export interface FoundThing {
  name: string | null
}

/**
 * Looks a thing up with the verb its own plugin reads it by, so that core needs to know no plugin's tables.
 * As the caller, null means gone or out of reach; as the platform, gone.
 */
export async function findThing(
  ctx: Ctx,
  resource: string,
  thingId: string,
  as: "caller" | "platform",
): Promise<FoundThing | null> {
  const reader = readerOf(ctx, resource)
  if (!reader) return { name: null }
  const caller = as === "caller" ? ctx : { ...ctx, principal: servicePrincipal("platform") }
  try {
    const record = (await reader.verb(caller, { [reader.key]: thingId } as never)) as Record<string, unknown>
    const name = record.name ?? record.title
    return { name: typeof name === "string" ? name : null }
  } catch (error) {
    // Refused input is an id that no thing of this kind can have.
    if (error instanceof PlatformError && ["not_found", "forbidden", "invalid_input"].includes(error.code)) return null
    throw error
  }
}

/** Things of this resource are known to teams; anything else is a misspelling. */
export function demandShareable(ctx: Ctx, resource: string): void {
  const rules = [...ctx.runtime.registry.rules.values()]
  if (rules.some((rule) => rule.resource === resource && rule.teamScoped)) return
  throw new NotFoundError(`Things of the kind ${resource} do not exist, or cannot be shared with teams.`)
}

/** A read of single things by their id alone, preferably one whose answer carries a name. */
function readerOf(ctx: Ctx, resource: string): { verb: AnyVerb; key: string } | null {
  const plugin = ctx.runtime.plugins.find((one) => resource.startsWith(`${one.id}.`))
  const readers = Object.values(plugin?.verbs ?? {}).flatMap((verb) => {
    const meta = metaOf(verb.procedure)
    const { scope } = meta
    if (meta.effect !== "read" || scope?.by !== "input" || scope.level !== "viewer") return []
    if (scopeResource(meta) !== resource || requiredKeys(inputSchemaOf(verb.procedure)).join() !== scope.path) return []
    return [{ verb, key: scope.path }]
  })
  return readers.find(({ verb }) => isNamed(outputSchemaOf(verb.procedure))) ?? null
}

function requiredKeys(schema: z.ZodType): string[] {
  if (!(schema instanceof z.ZodObject)) return []
  const shape = Object.entries(schema.shape as Record<string, z.ZodType>)
  return shape.filter(([, value]) => !value.safeParse(undefined).success).map(([key]) => key)
}

function isNamed(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject && ("name" in schema.shape || "title" in schema.shape)
}
