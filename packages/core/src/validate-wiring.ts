import type { z } from "zod"
import { MOST_TAB_MS } from "./contract/browser-tool.ts"
import { cardWordsOf } from "./contract/card-words.ts"
import { inputSchemaOf, metaOf } from "./contract/procedure.ts"
import { foreignTarget } from "./db/migration-targets.ts"
import type { Plugin } from "./define-plugin.ts"
import { DeveloperError } from "./errors.ts"
import { validateMetrics } from "./validate-metrics.ts"
import { addressesOf, validateRoutes } from "./validate-routes.ts"

/** What plugins say of each other, of their tools and of the database. Each mistake is named with its plugin and part. */
export function validateWiring(plugins: readonly Plugin[]): void {
  const tools = new Set(plugins.flatMap(({ id, tools = [] }) => tools.map(({ name }) => `${id}.${name}`)))
  for (const plugin of plugins) {
    validateToolNames(plugin, tools)
    validateSample(plugin)
    validateMigrations(plugin)
    validateSettings(plugin)
    validateBrowserTools(plugin)
    validateMetrics(plugin)
    for (const { id } of plugin.workers)
      if (!id.startsWith(`${plugin.id}.`))
        throw new DeveloperError(`Plugin "${plugin.id}" names a worker "${id}"; it must begin with "${plugin.id}.".`)
  }
  for (const plugin of plugins) validateTopics(plugin)
  demandOnce(plugins, "topic", ({ topics }) => topics?.map(({ topic }) => topic.id))
  demandOnce(plugins, "metric", ({ metrics }) => metrics?.flatMap(({ families }) => Object.keys(families)))
  demandOnce(plugins, "worker", ({ workers }) => workers.map(({ id }) => id))
  demandOnce(plugins, "skill", ({ id, assistant }) => assistant?.skills?.map((skill) => `${id}.${skill.id}`))
  demandOnce(plugins, "suggestion", ({ assistant }) => assistant?.suggestions?.map(({ text }) => text))
  demandOnce(plugins, "thing", ({ things }) => things?.map(({ type }) => type))
  demandOnce(plugins, "name", ({ names }) => names?.map(({ type }) => type))
  demandOnce(plugins, "route", (plugin) => addressesOf(plugin, "app"))
  demandOnce(plugins, "route of the site's origin", (plugin) => addressesOf(plugin, "site"))
  for (const plugin of plugins) validateRoutes(plugin)
  demandOnce(plugins, "migration", ({ id, migrations }) => migrations.map(({ name }) => `${id}/${name}`))
}

/** The plugins, each after those it requires; otherwise in the order of the list. */
export function inOrderOfNeed<P extends Pick<Plugin, "id" | "requires">>(plugins: readonly P[]): readonly P[] {
  const placed = new Set<P>()
  const place = (plugin: P, way: readonly string[]) => {
    if (way.includes(plugin.id))
      throw new DeveloperError(
        `The plugins ${[...way, plugin.id].map((id) => `"${id}"`).join(" -> ")} require each other.`,
      )
    if (placed.has(plugin)) return
    for (const id of plugin.requires ?? []) {
      const needed = plugins.find((other) => other.id === id)
      if (!needed)
        throw new DeveloperError(
          `Plugin "${plugin.id}" requires "${id}", which is not there. Add it to the list in apps/server, or leave "${plugin.id}" out.`,
        )
      place(needed, [...way, plugin.id])
    }
    placed.add(plugin)
  }
  for (const plugin of plugins) place(plugin, [])
  return [...placed]
}

function validateTopics({ id, topics = [], verbs }: Plugin): void {
  for (const { topic, follow } of topics) {
    if (!topic.id.startsWith(`${id}.`))
      throw new DeveloperError(`Plugin "${id}" names a topic "${topic.id}"; it must begin with "${id}.".`)
    const { id: verb, effect } = metaOf(follow.procedure)
    if (!Object.values<unknown>(verbs).includes(follow) || effect !== "read")
      throw new DeveloperError(
        `Plugin "${id}" lets pages follow "${topic.id}" by ${verb}; it must be a read of its own.`,
      )
  }
}

function validateToolNames({ id, tools = [], assistant }: Plugin, known: ReadonlySet<string>): void {
  for (const { name, undo } of tools)
    if (undo && !known.has(undo.tool))
      throw new DeveloperError(`The tool "${id}.${name}" is undone by "${undo.tool}", which no plugin registers.`)
  for (const { text, needs } of assistant?.suggestions ?? [])
    for (const tool of needs)
      if (!known.has(tool))
        throw new DeveloperError(
          `Plugin "${id}" suggests "${text}", which needs "${tool}": no plugin registers that tool.`,
        )
  for (const { title, whenOffered = [] } of assistant?.prompt ?? [])
    for (const tool of whenOffered)
      if (!known.has(tool))
        throw new DeveloperError(
          `Plugin "${id}" guides with "${title}" when "${tool}" is offered: no plugin registers it.`,
        )
}

function validateBrowserTools({ id, contract, tools = [] }: Plugin): void {
  for (const [name, procedure] of Object.entries(contract)) {
    const { browser, egress, effect } = metaOf(procedure)
    if (!browser) continue
    const named = `Plugin "${id}" declares the browser tool "${name}"`
    if (!(browser.timeoutMs > 0 && browser.timeoutMs <= MOST_TAB_MS))
      throw new DeveloperError(
        `${named} with a time of ${browser.timeoutMs} ms; a page is waited for at most ${MOST_TAB_MS} ms.`,
      )
    if (effect !== "read" || egress)
      throw new DeveloperError(
        `${named}, which changes something or reaches outside; in a tab nothing but reading is done.`,
      )
    // It may be offered under another name, but nothing else under its own.
    const { procedure: other } = tools.find((tool) => tool.name === name)?.verb ?? {}
    if ((other && other !== procedure) || !tools.some(({ verb }) => verb.procedure === procedure))
      throw new DeveloperError(
        `${named}, but ${other ? "offers another verb under this name" : "offers no such tool"}: definePlugin makes it from the contract.`,
      )
  }
}

function validateSample({ id, sample, verbs }: Plugin): void {
  for (const part of ["add", "remove", "preview"] as const) {
    const verb = sample?.[part]
    if (!verb) continue
    const named = `Plugin "${id}" lists ${metaOf(verb.procedure).id} as sample.${part}`
    if (!Object.values<unknown>(verbs).includes(verb))
      throw new DeveloperError(`${named}; it must be one of its own verbs.`)
    if (!inputSchemaOf(verb.procedure).safeParse({}).success)
      throw new DeveloperError(`${named}, but it takes an input: nobody is asked for one.`)
  }
}

function validateSettings({ id, settings }: Plugin): void {
  if (!settings) return
  if (settings.plugin !== id)
    throw new DeveloperError(
      `Plugin "${id}" lists the settings of "${settings.plugin}": write defineSettings("${id}", ...).`,
    )
  if ("version" in settings.schema.shape)
    throw new DeveloperError(`The settings of the plugin "${id}" have a field "version", which is the platform's word.`)
  for (const [name, field] of Object.entries(settings.schema.shape as Record<string, z.ZodType>)) {
    const named = `The settings of the plugin "${id}" have a field "${name}"`
    if (!field.safeParse(undefined).success)
      throw new DeveloperError(`${named} without a default: nobody has set it yet.`)
    if (!cardWordsOf(field)) throw new DeveloperError(`${named} without a label: wrap it in cardWords(..., { label }).`)
  }
}

function validateMigrations({ id, migrations }: Plugin): void {
  if (id === "platform") return
  for (const { name, sql } of migrations) {
    const target = foreignTarget(id, sql)
    if (target)
      throw new DeveloperError(
        `The migration ${name} of the plugin "${id}" works on ${target}; a plugin's tables are in its schema: "${id}.<table>".`,
      )
  }
}

function demandOnce(
  plugins: readonly Plugin[],
  what: string,
  idsOf: (plugin: Plugin) => readonly string[] | undefined,
): void {
  const owners = new Map<string, string>()
  for (const plugin of plugins)
    for (const id of idsOf(plugin) ?? []) {
      const owner = owners.get(id)
      if (owner !== undefined)
        throw new DeveloperError(
          owner === plugin.id
            ? `Plugin "${plugin.id}" registers the ${what} "${id}" twice.`
            : `The plugins "${owner}" and "${plugin.id}" both register the ${what} "${id}".`,
        )
      owners.set(id, plugin.id)
    }
}
