import { rulesOf } from "../contract/access.ts"
import type { ProcedureMeta } from "../contract/procedure.ts"
import { takeLock } from "../db/named-lock.ts"
import { announce } from "./announce.ts"
import { scopeResource } from "./authorize.ts"
import type { Caller, Ctx, ReachOptions } from "./ctx.ts"
import type { Frame } from "./frame.ts"
import { readOwnSettings } from "./points/plugin-settings-store.ts"
import { tellOf } from "./points/topic.ts"
import { type ReachQuestion, reachable, reachCondition } from "./reach.ts"

export function createCtx(caller: Caller, frame: Frame): Ctx {
  const {
    principal,
    transport,
    correlationId,
    http,
    abort,
    bracket,
    wordedAfter = [],
    byModel = false,
    turnId,
    resultChars,
    causation = [],
    askTab,
    looksAt,
  } = caller
  const { transaction, procedure, runtime } = frame

  function question(options: ReachOptions): ReachQuestion {
    frame.scoped = true
    const { scope } = procedure
    const level = scope && "level" in scope && scope.level ? scope.level : "viewer"
    return { resource: scopeResource(procedure), level, rules: rulesOf(procedure.access), ...options }
  }

  const ctx: Ctx = {
    principal,
    transport,
    correlationId,
    http,
    abort,
    bracket,
    wordedAfter,
    byModel,
    ...(turnId !== undefined && { turnId }),
    ...(resultChars !== undefined && { resultChars }),
    causation,
    askTab,
    ...(looksAt !== undefined && { looksAt }),
    frame,
    calledBy: calledBy(caller, frame),
    get runtime() {
      frame.outermost.beyond = true
      return runtime
    },
    // Most verbs have nothing to say.
    get log() {
      return runtime.log.with({ correlationId, verb: procedure.id })
    },
    tx: transaction.tx,
    kinds: runtime.kinds,
    now: () => runtime.instantOf(transaction),
    settings: (of) => readOwnSettings(procedure.id, transaction.tx, runtime.secrets, of),
    lock: (name) => takeLock(transaction.tx, `${pluginOf(procedure)}:${name}`),
    audit: (change) => frame.changes.push({ procedure, change }),
    wrote: (things, copiedFrom = []) => frame.wrote.push({ procedure, things, copiedFrom }),
    call: (other, input) => runtime.verbOf(other)(ctx, input as never) as never,
    emit: async (event, payload) => void frame.announcements.push(announce(caller, frame, event, payload)),
    enqueue: (job, input, options = {}) => runtime.enqueueJob(transaction, job.name, input as object, options, caller),
    signal: (resource, ids) => frame.signals.add(resource, ids),
    tell: (topic, key, message) => frame.told.push(tellOf(pluginOf(procedure), topic, key, message)),
    afterCommit: (work) => frame.afterCommit.push(work),
    reach: (id, options = {}) => reachCondition(principal, id, question(options)),
    reachable: (ids, options = {}) => reachable(transaction.tx, principal, ids, question(options)),
  }
  return ctx
}

function pluginOf({ id }: ProcedureMeta): string {
  return id.slice(0, id.indexOf("."))
}

/** Told from the frame, which no input can change. Jobs and workers call as the service of their plugin. */
function calledBy({ principal }: Caller, { parent }: Frame): string | null {
  if (parent) return pluginOf(parent.procedure)
  return principal.kind === "service" ? principal.id.replace(/^service:/, "") : null
}
