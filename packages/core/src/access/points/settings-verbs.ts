import type { PluginSettings } from "../../contract/plugin-settings.ts"
import { metaOf } from "../../contract/procedure.ts"
import { ConflictError, invalidInput } from "../../errors.ts"
import { schemaWords } from "../../schema-words.ts"
import { type AnyVerb, implement } from "../implement.ts"
import { isSecret, placeOf, putSecret, readStored, type Stored, viewOf, writeValues } from "./plugin-settings-store.ts"

/** `getSettings` and `updateSettings` of one plugin. */
export function settingsVerbs(settings: PluginSettings): Record<string, AnyVerb> {
  const { plugin, title, procedures, schema } = settings
  const thing = { type: `${plugin}.settings`, id: plugin, name: title }

  const getSettings = implement(procedures.getSettings, async (ctx) => viewOf(await readStored(ctx.tx, settings)))

  const updateSettings = implement(procedures.updateSettings, async (ctx, { version, ...change }) => {
    const before = await readStored(ctx.tx, settings)
    const changed = Object.entries(change).filter(([, value]) => value !== undefined)
    const plain = changed.filter(([name]) => !isSecret(settings, name))
    const values = { ...before.values, ...Object.fromEntries(plain) }
    const whole = schema.safeParse({ ...values, ...secretsIn(settings, changed) }, { error: schemaWords })
    if (!whole.success) throw invalidInput(metaOf(procedures.updateSettings).id, whole.error, schema)
    if (!(await writeValues(ctx.tx, plugin, values, version)))
      throw new ConflictError(
        `The settings of ${title} were changed meanwhile. Look at them again before you change them.`,
        viewOf(await readStored(ctx.tx, settings)),
      )
    for (const [name, value] of Object.entries(secretsIn(settings, changed)))
      await putSecret(
        ctx.tx,
        plugin,
        name,
        value === null ? null : ctx.runtime.secrets.seal(value, placeOf(plugin, name)),
      )
    const after = await readStored(ctx.tx, settings)
    ctx.audit({ thing, before: told(before), after: { ...told(after), ...toldAnew(settings, changed) } })
    return viewOf(after)
  })

  return { getSettings, updateSettings }
}

/** For the audit log: of secrets only which there are. */
function told(stored: Stored): Record<string, unknown> {
  return stored.names.length > 0 ? { ...stored.values, secretsSet: Object.keys(stored.sealed) } : stored.values
}

/** Of two secrets nobody sees which is which, so it says which were given now. */
function toldAnew(settings: PluginSettings, changed: readonly [string, unknown][]): Record<string, unknown> {
  const given = Object.entries(secretsIn(settings, changed)).flatMap(([name, value]) => (value === null ? [] : [name]))
  return given.length > 0 ? { secretsGiven: given } : {}
}

function secretsIn(settings: PluginSettings, changed: readonly [string, unknown][]): Record<string, string | null> {
  const given = changed.filter(([name]) => isSecret(settings, name))
  return Object.fromEntries(given.map(([name, value]) => [name, value === null ? null : String(value)]))
}
