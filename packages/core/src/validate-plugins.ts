import { isVerb } from "./access/implement.ts"
import { validateRecord } from "./access/recorded-in.ts"
import { rulesOf } from "./contract/access.ts"
import { metaOf } from "./contract/procedure.ts"
import type { Plugin } from "./define-plugin.ts"
import { DeveloperError } from "./errors.ts"
import { validateEvents } from "./validate-events.ts"
import { inOrderOfNeed, validateWiring } from "./validate-wiring.ts"

/** Mistakes in a plugin stop the start with a sentence, instead of surfacing as a hole in production. */
export function validatePlugins(plugins: readonly Plugin[]): readonly Plugin[] {
  const seen = new Set<string>()
  for (const plugin of plugins) {
    if (!/^[a-z][a-z0-9]{1,30}$/.test(plugin.id))
      throw new DeveloperError(
        `"${plugin.id}" is not a plugin id: use 2 to 31 lower-case letters and digits, a letter first.`,
      )
    if (seen.has(plugin.id)) throw new DeveloperError(`Two plugins are called "${plugin.id}".`)
    seen.add(plugin.id)
    validateRules(plugin)
    for (const name of Object.keys(plugin.contract)) {
      validateVerb(plugin, name)
      validateRecord(plugin.id, metaOf(plugin.contract[name]!))
    }
    validateIssues(plugin)
  }
  validateEvents(plugins)
  validateWiring(plugins)
  return inOrderOfNeed(plugins)
}

function validateIssues({ id, issues, verbs }: Plugin): void {
  if (issues && !Object.values<unknown>(verbs).includes(issues.verb))
    throw new DeveloperError(
      `Plugin "${id}" lists ${metaOf(issues.verb.procedure).id} under "issues"; it must be one of its own verbs.`,
    )
}

function validateRules(plugin: Plugin): void {
  const ids = new Set<string>()
  for (const rule of plugin.access) {
    if (!rule.id.startsWith(`${plugin.id}.`) && plugin.id !== "platform")
      throw new DeveloperError(
        `Plugin "${plugin.id}" declares the rule "${rule.id}"; its rules begin with "${plugin.id}.".`,
      )
    if (!/^[a-z0-9]+\.[a-zA-Z0-9]+\.[a-zA-Z0-9]+$/.test(rule.id))
      throw new DeveloperError(`"${rule.id}" is not a rule id: it has the form <plugin>.<resource>.<level>.`)
    if (ids.has(rule.id)) throw new DeveloperError(`Plugin "${plugin.id}" declares the rule "${rule.id}" twice.`)
    ids.add(rule.id)
  }
}

function validateVerb(plugin: Plugin, name: string): void {
  const contract = plugin.contract[name]!
  const verb = plugin.verbs[name]
  const { id, access, scope, summary } = metaOf(contract)
  if (id !== `${plugin.id}.${name}`)
    throw new DeveloperError(
      `Plugin "${plugin.id}" has a procedure "${name}" whose id is "${id}": wrap the contract in defineContract("${plugin.id}", ...).`,
    )
  if (!isVerb(verb))
    throw new DeveloperError(`${id} has no verb: make one with implement() and list it in the plugin's verbs.`)
  if (verb.procedure !== contract)
    throw new DeveloperError(`The verb listed as ${id} implements ${metaOf(verb.procedure).id}.`)
  if (!summary.trim()) throw new DeveloperError(`${id} has no summary.`)
  const declared = new Set(plugin.access.map((rule) => rule.id))
  for (const rule of rulesOf(access)) {
    if (rule.id.startsWith(`${plugin.id}.`) && !declared.has(rule.id))
      throw new DeveloperError(`${id} needs the rule ${rule.id}, which the plugin does not list under "access".`)
    if (rule.teamScoped && !scope)
      throw new DeveloperError(
        `${id} works on ${rule.resource}, which teams can hold grants on, but does not say how it is scoped. Add "scope" to its procedure.`,
      )
  }
}
