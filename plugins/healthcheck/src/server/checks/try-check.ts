import { catalogContract } from "@countersign/catalog/contract"
import { baseUrl, type Ctx, implement, openSecrets, RateLimitedError } from "@countersign/core/server"
import type { Json } from "../../contract/json.ts"
import { checkSettings } from "../../contract/settings.ts"
import type { Facts } from "../../contract/strategy.ts"
import { healthcheckContract } from "../../contract.ts"
import type { Configuration } from "../../probe/configuration/validate.ts"
import { type CheckRun, runCheck } from "../../probe/run-check.ts"
import { ANYWHERE, type Secret } from "../../probe/templates/secrets.ts"
import { checkGuards } from "../probe-guard.ts"
import { scriptRunner } from "../script-runner.ts"
import { demandDraft, strategiesOf } from "./judge-draft.ts"
import { secretsNamedIn } from "./named-secrets.ts"
import { inTurn } from "./try-turns.ts"

/**
 * Runs a draft once and keeps nothing. Whoever tries it for themselves sends the real secrets; what a model asks for has
 * placeholders in their place, signed or not: a draft of a model's could send them to a page that tells them back.
 */
export const tryCheck = implement(healthcheckContract.tryCheck, (ctx, { systemId, environmentId, ...draft }) =>
  inTurn(async () => {
    const { configuration, facts, allowPrivate, secrets, names } = await prepare(ctx, draft, {
      systemId,
      environmentId,
    })
    const guard = checkGuards(ctx.runtime.egress, allowPrivate, () => baseUrl(ctx)).of(configuration)
    const run = await runCheck(strategiesOf(ctx), onceWithin(configuration), {
      guard,
      facts,
      secrets,
      runner: scriptRunner,
      mask: ctx.runtime.secrets.mask,
      ...(configuration.strategyId === "heartbeat" ? { heartbeat: { latest: null, waitingSince: new Date() } } : {}),
    })
    if (run.failure?.code === "busy") throw new RateLimitedError(run.failure.message, 5)
    return { ...told(run), placeholders: ctx.byModel ? names : [] }
  }),
)

async function prepare(ctx: Ctx, draft: Parameters<typeof demandDraft>[1], { systemId, environmentId }: Place) {
  const configuration = await demandDraft(ctx, draft)
  const { allowPrivate } = await ctx.settings(checkSettings)
  const { config } = strategiesOf(ctx).find(({ id }) => id === configuration.strategyId)!
  const names = [...new Set(secretsNamedIn(config, configuration.config).map(({ name }) => name))]
  const secrets = ctx.byModel
    ? Object.fromEntries(names.map((name) => [name, placeholder(name)]))
    : await openSecrets(ctx.tx, ctx.runtime.secrets, names)
  return { configuration, allowPrivate, names, secrets, facts: await factsOf(ctx, { systemId, environmentId }) }
}

interface Place {
  systemId: string | undefined
  environmentId: string | undefined
}

function placeholder(name: string): Secret {
  return { value: `__SECRET_${name}__`, hosts: [ANYWHERE] }
}

async function factsOf(ctx: Ctx, { systemId, environmentId }: Place): Promise<Facts> {
  const check = { id: "00000000-0000-0000-0000-000000000000", name: "Draft" }
  const system = systemId ? await ctx.call(catalogContract.getSystem, { systemId }) : undefined
  const environment = environmentId ? await ctx.call(catalogContract.getEnvironment, { environmentId }) : undefined
  return {
    check,
    system: system
      ? { ...system.metadata, metadata: system.metadata, id: system.id, name: system.name, tags: system.tags }
      : {},
    ...(environment && { environment: { ...environment.fields, id: environment.id, name: environment.name } }),
  }
}

/** Somebody waits for it, and its connection to the database with them: one try, and no longer than this. */
const LONGEST_SECONDS = 20

function onceWithin(configuration: Configuration): Configuration {
  const timeoutSeconds = Math.min(configuration.timeoutSeconds, LONGEST_SECONDS)
  return { ...configuration, retries: 0, timeoutSeconds }
}

/** Of one value: enough to see what it is, and what to hold it to. */
const LONGEST_VALUE = 8_000

function told({ outcome, durationMs, failure, values, assertions }: CheckRun) {
  return {
    outcome,
    durationMs: Math.round(durationMs * 10) / 10,
    failure,
    values: Object.fromEntries(
      Object.entries(values).map(([collector, fields]) => [
        collector,
        Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, bounded(value)])),
      ]),
    ),
    assertions,
  }
}

function bounded(value: unknown): Json {
  const text = JSON.stringify(value) ?? "null"
  if (text.length <= LONGEST_VALUE) return JSON.parse(text)
  return `${(typeof value === "string" ? value : text).slice(0, LONGEST_VALUE).toWellFormed()}...`
}
