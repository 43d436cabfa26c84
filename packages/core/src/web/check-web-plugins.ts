import type { WebPlugin } from "./web-plugin.ts"

/** Whether plugins fit together. Throws a sentence for whoever wrote them. */
export function checkWebPlugins(plugins: readonly WebPlugin[]): void {
  once(plugins, "has the id", (plugin) => [plugin.id])
  once(plugins, "has the page", ({ pages }) => pages.map(({ path }) => path))
  once(plugins, "takes the shortcut g", ({ navigation, settings }) =>
    [...navigation, ...settings].flatMap(({ shortcut }) => (shortcut ? [shortcut] : [])),
  )
  once(plugins, "says where the pages are of", ({ things }) => Object.keys(things))
  once(plugins, "says where to choose from", ({ choices }) => Object.keys(choices))
  once(plugins, "says the names of", ({ named }) => Object.keys(named))
  once(plugins, "has the part", partIdsOf)
  for (const plugin of plugins) {
    checkIcons(plugin)
    checkPartIds(plugin)
    checkPlaces(plugin, plugins)
    checkRunners(plugin)
    checkCards(plugin)
  }
}

function partIdsOf({ home, on, answers }: WebPlugin): string[] {
  return [...home, ...Object.values(on).flat(), ...answers].map(({ id }) => id)
}

function once(plugins: readonly WebPlugin[], does: string, namesOf: (plugin: WebPlugin) => readonly string[]): void {
  const owners = new Map<string, string>()
  for (const plugin of plugins)
    for (const name of namesOf(plugin)) {
      const owner = owners.get(name)
      if (owner === plugin.id) throw new Error(`The web plugin "${plugin.id}" ${does} "${name}" twice.`)
      if (owner !== undefined)
        throw new Error(`The web plugin "${plugin.id}" ${does} "${name}", which "${owner}" has already.`)
      owners.set(name, plugin.id)
    }
}

/** A name in a string, or an import that no package has, would draw nothing; React would tell only once it is drawn. */
function checkIcons({ id, navigation, settings, panel, ask }: WebPlugin): void {
  const parts = [
    ...navigation.map((item) => ({ part: `the navigation item "${item.label}"`, icon: item.icon })),
    ...settings.map((item) => ({ part: `the settings item "${item.label}"`, icon: item.icon })),
    ...(panel ? [{ part: `the panel "${panel.label}"`, icon: panel.icon }] : []),
    ...(ask ? [{ part: `"${ask.label}" of the palette`, icon: ask.icon }] : []),
  ]
  for (const { part, icon } of parts)
    if (!isComponent(icon))
      throw new Error(
        `The web plugin "${id}" gives ${part} an icon that is no component. Import one from lucide-react and pass it as it is.`,
      )
}

function isComponent(value: unknown): boolean {
  return typeof value === "function" || (typeof value === "object" && value !== null && "$$typeof" in value)
}

function checkPartIds(plugin: WebPlugin): void {
  for (const id of partIdsOf(plugin))
    if (!id.startsWith(`${plugin.id}.`))
      throw new Error(`The web plugin "${plugin.id}" has the part "${id}". Its id begins with "${plugin.id}.".`)
}

/** A module in place of what loads it would be in everybody's first load. */
function checkRunners({ id, runners }: WebPlugin): void {
  for (const [name, load] of Object.entries<unknown>(runners))
    if (typeof load !== "function")
      throw new Error(
        `The web plugin "${id}" gives its tool "${name}" a runner that is not loaded by a function. Write () => import("./web/${name}.ts").`,
      )
}

/** A plugin that is not installed has no pages to stand on; one that is knows which of its things have some. */
function checkPlaces({ id, on }: WebPlugin, plugins: readonly WebPlugin[]): void {
  for (const type of Object.keys(on)) {
    const owner = plugins.find((plugin) => type.startsWith(`${plugin.id}.`))
    if (!owner) continue
    const withPages = Object.keys(owner.things).filter((one) => !owner.things[one]!("").includes("?"))
    if (!withPages.includes(type))
      throw new Error(
        `The web plugin "${id}" has parts on "${type}", but "${owner.id}" has no pages of such things (${withPages.join(", ") || "none"}).`,
      )
  }
}

/** A card for a tool of another plugin would be drawn by somebody who does not know what it means. */
function checkCards({ id, cards }: WebPlugin): void {
  for (const [tool, { load, editHref }] of Object.entries(cards)) {
    if (!tool.startsWith(`${id}.`))
      throw new Error(`The web plugin "${id}" has a card for the tool "${tool}". Its own tools begin with "${id}.".`)
    if (!load && !editHref)
      throw new Error(
        `The web plugin "${id}" has a card for the tool "${tool}" with neither "load" nor "editHref". Leave it out, or say how it is shown or edited.`,
      )
  }
}
