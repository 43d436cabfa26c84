import type { AnyJob } from "./access/points/job.ts"
import type { Reaction } from "./access/points/reaction.ts"
import { EventEnvelope, type PlatformEvent } from "./contract/event.ts"
import { inputSchemaOf, metaOf } from "./contract/procedure.ts"
import type { Plugin } from "./define-plugin.ts"
import { DeveloperError } from "./errors.ts"
import { type JsonSchema, jsonSchemaOf } from "./events/json-schema.ts"
import { misfit } from "./events/misfit.ts"
import { cronProblem } from "./jobs/schedule.ts"

/** Events, reactions and jobs that could not work stop the start, with a sentence that names plugin and part. */
export function validateEvents(plugins: readonly Plugin[]): void {
  const declared = new Map<string, { plugin: string; event: PlatformEvent; payload: JsonSchema }>()
  const rules = new Set(plugins.flatMap((plugin) => plugin.access.map(({ id }) => id)))
  for (const plugin of plugins)
    for (const event of plugin.events) {
      const other = declared.get(event.id)?.plugin
      if (other !== undefined)
        throw new DeveloperError(
          other === plugin.id
            ? `Plugin "${plugin.id}" declares the event "${event.id}" twice.`
            : `The plugins "${other}" and "${plugin.id}" both declare the event "${event.id}".`,
        )
      declared.set(event.id, { plugin: plugin.id, event, payload: validateEvent(plugin, event, rules) })
    }
  const jobs = new Map<string, string>()
  for (const plugin of plugins) {
    validateReactions(plugin, declared, new Set(plugins.map(({ id }) => id)))
    for (const job of plugin.jobs) {
      validateJob(plugin, job)
      const other = jobs.get(job.name)
      if (other !== undefined) throw new DeveloperError(`Plugin "${plugin.id}" names the job "${job.name}" twice.`)
      jobs.set(job.name, plugin.id)
    }
  }
}

function validateEvent(plugin: Plugin, event: PlatformEvent, rules: ReadonlySet<string>): JsonSchema {
  const said = `Plugin "${plugin.id}" declares the event "${event.id}"`
  // The platform tells of tool calls, whose part of the product has another name.
  if (!event.id.startsWith(`${plugin.id}.`) && plugin.id !== "platform")
    throw new DeveloperError(`${said}; its events begin with "${plugin.id}.".`)
  if (!/^[a-z][a-z0-9]*\.[a-zA-Z0-9]+$/.test(event.id))
    throw new DeveloperError(`${said}, which is no event id: it has the form <plugin>.<nounVerb>.`)
  if (!event.summary.trim()) throw new DeveloperError(`${said} without a summary.`)
  if (!rules.has(event.access.id))
    throw new DeveloperError(`${said}, which needs the rule ${event.access.id}. No plugin lists it under "access".`)
  const payload = payloadOf(said, event)
  if (payload.properties?.[event.about.path]?.type !== "string" || !payload.required?.includes(event.about.path))
    throw new DeveloperError(
      `${said} about a ${event.about.type}, whose id would stand at "${event.about.path}": there is no such text in its payload.`,
    )
  return payload
}

function payloadOf(said: string, { payload }: PlatformEvent): JsonSchema {
  try {
    return jsonSchemaOf(payload, "output")
  } catch (error) {
    throw new DeveloperError(`${said}, whose payload cannot be written as JSON: ${(error as Error).message}`)
  }
}

function validateReactions(
  plugin: Plugin,
  declared: ReadonlyMap<string, { event: PlatformEvent; payload: JsonSchema }>,
  plugins: ReadonlySet<string>,
): void {
  const heard = new Map<string, Set<string>>()
  for (const { event, verb, optional } of plugin.reactions) {
    if (optional && event !== "*" && !plugins.has(event.id.split(".")[0] ?? "")) continue
    const { id, effect } = metaOf(verb.procedure)
    const name = event === "*" ? "every event" : event.id
    const said = `Plugin "${plugin.id}" reacts to ${name} with ${id}`
    const known = event === "*" ? undefined : declared.get(event.id)
    if (event !== "*" && known?.event !== event)
      throw new DeveloperError(
        known
          ? `${said}, but means another event than the one declared under that id. Import it from its plugin's contract.`
          : `${said}, but no plugin declares that event. List it under "events" in its definePlugin, and that plugin in the app.`,
      )
    if (plugin.verbs[id.slice(plugin.id.length + 1)] !== verb)
      throw new DeveloperError(`${said}, which is not one of its own verbs.`)
    if (effect === "read") throw new DeveloperError(`${said}, which is a read: nothing would come of it.`)
    const others = heard.get(id) ?? new Set()
    if (others.has(name) || (others.size > 0 && (event === "*" || others.has("every event"))))
      throw new DeveloperError(`${said}, but it hears of that event by another reaction already.`)
    heard.set(id, others.add(name))
    const problem = misfit(known?.payload ?? jsonSchemaOf(EventEnvelope, "output"), takenBy(verb))
    if (problem) throw new DeveloperError(`${said}, which takes another input: ${problem}.`)
  }
}

function validateJob(plugin: Plugin, { name, verb, schedule }: AnyJob): void {
  if (!name.startsWith(`${plugin.id}.`))
    throw new DeveloperError(`Plugin "${plugin.id}" names a job "${name}"; it must begin with "${plugin.id}.".`)
  if (schedule === undefined) return
  const problem = cronProblem(schedule)
  if (problem)
    throw new DeveloperError(
      `Plugin "${plugin.id}": the job ${name} has the schedule "${schedule}", which is no cron: ${problem}.`,
    )
  if (!inputSchemaOf(verb.procedure).safeParse({}).success)
    throw new DeveloperError(
      `Plugin "${plugin.id}": the job ${name} has a schedule, but its verb ${metaOf(verb.procedure).id} takes an input, which nobody would pass.`,
    )
}

function takenBy(verb: Reaction["verb"]): JsonSchema {
  return jsonSchemaOf(inputSchemaOf(verb.procedure), "input")
}
