import { secretAccess } from "@countersign/core/contract"
import { type Ctx, holds, knownSecrets } from "@countersign/core/server"
import type { z } from "zod"
import type { Strategy } from "../../contract/strategy.ts"
import { childAt, fieldMeta } from "../../probe/configuration/schema-walk.ts"
import type { Configuration, ConfigurationError } from "../../probe/configuration/validate.ts"
import { hasPlaceholder, placeholdersIn } from "../../probe/templates/placeholders.ts"
import { mayGo } from "../../probe/templates/secrets.ts"

export interface NamedSecret {
  /** Of the field it stands in, below the configuration: `headers.0.value`. */
  path: string
  name: string
}

/** The secrets that a configuration names. Sources of scripts name none: theirs are listed beside them. */
export function secretsNamedIn(schema: z.ZodType, config: unknown): NamedSecret[] {
  const found: NamedSecret[] = []
  const walk = (value: unknown, at: z.ZodType | null, path: readonly string[]): void => {
    if (typeof value === "string") {
      if (!value.includes("{{") || fieldMeta(at).lines === "code") return
      for (const { kind, name } of placeholdersIn(value))
        if (kind === "secret") found.push({ path: path.join("."), name })
    } else if (typeof value === "object" && value !== null)
      for (const [key, part] of Object.entries(value))
        walk(part, childAt(at, Array.isArray(value) ? Number(key) : key, value), [...path, key])
  }
  walk(config, schema, [])
  return found
}

/** What is wrong with the secrets of a draft that is otherwise valid: not the caller's to name, not there, or sent elsewhere. */
export async function secretErrors(
  ctx: Ctx,
  strategy: Strategy,
  { config }: Pick<Configuration, "config">,
): Promise<ConfigurationError[]> {
  const named = secretsNamedIn(strategy.config, config)
  if (named.length === 0) return []
  if (!holds(ctx.principal, secretAccess.use))
    return named.map(({ path }) => ({
      path: `config.${path}`,
      message: `Naming a secret takes the permission ${secretAccess.use.id}. An administrator can give it.`,
    }))
  const known = await knownSecrets(
    ctx.tx,
    named.map(({ name }) => name),
  )
  return named.flatMap(({ path, name }) => {
    const at = `config.${path}`
    const secret = known[name]
    if (!secret)
      return [{ path: at, message: `There is no secret called ${name}. Store it first, or name one there is.` }]
    const host = destinationOf(config, path)
    if (host === null || mayGo(secret, host)) return []
    const where = secret.hosts.length === 0 ? "so far it may go nowhere" : `it may go to ${secret.hosts.join(", ")}`
    return [
      {
        path: at,
        message: `The secret ${name} may not go to ${host}: ${where}. Whoever stores secrets can add the host.`,
      },
    ]
  })
}

/** The host that a field is sent to; null where only a run can tell. */
function destinationOf(config: Readonly<Record<string, unknown>>, path: string): string | null {
  const [head, place] = path.split(".")
  const step = head === "steps" ? (config.steps as Record<string, unknown>[] | undefined)?.[Number(place)] : undefined
  const { url, host } = step ?? config
  if (typeof url === "string") return hasPlaceholder(url) ? null : (URL.parse(url)?.hostname ?? null)
  return typeof host === "string" && !hasPlaceholder(host) ? host : null
}
