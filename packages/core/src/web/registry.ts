import { lazyPart, NotLoaded } from "@countersign/ui"
import { type ComponentType, createContext, use } from "react"
import type { LoadAnyRunner } from "./bridge/runner.ts"
import { drawnCard } from "./cards/own-card.tsx"
import type { DrawnCard } from "./cards/tool-card.ts"
import { checkWebPlugins } from "./check-web-plugins.ts"
import type { Feature } from "./features.ts"
import { type PathOf, thingAt } from "./thing-pages.ts"
import type { RowPart, ThingPart, ThingPartProps, ThingPlace } from "./thing-part.ts"
import type {
  AnswerPart,
  AnswerPartProps,
  ChooseThings,
  FirstStep,
  HomePart,
  NameThing,
  NavigationItem,
  PaletteSource,
  SettingsItem,
  WebAsk,
  WebPage,
  WebPanel,
  WebPanelProps,
  WebPlugin,
} from "./web-plugin.ts"

/** What the plugins of one app bring, put together once. Two of them share nothing. */
export interface Registry {
  readonly pages: readonly WebPage[]
  readonly navigation: readonly NavigationItem[]
  readonly settings: readonly SettingsItem[]
  readonly palette: readonly PaletteSource[]
  readonly home: readonly Drawn<HomePart>[]
  readonly firstSteps: readonly FirstStep[]
  readonly backgrounds: readonly { readonly id: string; readonly Content: ComponentType }[]
  readonly panel: Drawn<WebPanel, WebPanelProps> | undefined
  readonly ask: WebAsk | undefined
  hasFeature(feature: Feature): boolean
  /** Where a thing is looked at that some plugin owns. `thingHref` knows besides whether somebody may. */
  thingPath(thing: { type: string; id: string }): string | undefined
  /** The thing whose page this is, or a part of it; undefined on lists and settings. */
  thingAt(pathname: string): { type: string; id: string } | undefined
  /** Every type of thing that is looked at somewhere. */
  thingTypes(): readonly string[]
  /** Where things of a type are chosen from; undefined where no plugin offers them. */
  choicesOf(type: string): ChooseThings | undefined
  /** Who says what things of a type are called; undefined where no plugin does. */
  namedBy(type: string): NameThing | undefined
  /** What plugins show on the pages of things of a type, in order. */
  partsOn(type: string, place: Exclude<ThingPlace, "row">): readonly Drawn<ThingPart, ThingPartProps>[]
  rowPartsOn(type: string): readonly RowPart[]
  /** What does a browser tool in this tab, by the tool's full name: `ai.showPage`. */
  runnerOf(toolName: string): LoadAnyRunner | undefined
  /** How the plugin of a tool shows and edits its proposals; undefined where the card of rows is all there is. */
  cardOf(toolName: string): DrawnCard | undefined
  /** What plugins show beneath an answer that called these tools, in order. */
  partsOfAnswer(toolNames: readonly string[]): readonly Drawn<AnswerPart, AnswerPartProps>[]
  readonly edits: WebPlugin["edits"]
}

/** With its component, which loads when it is first drawn. Made anew on each render it would load again and lose its state. */
type Drawn<Part, Props = object> = Part & { readonly Content: ComponentType<Props> }

/** Throws a sentence that names plugin and part where plugins do not fit together. */
export function createRegistry(plugins: readonly WebPlugin[]): Registry {
  checkWebPlugins(plugins)
  const features = new Set(plugins.flatMap(({ brings }) => brings))
  const things = new Map<string, PathOf>(plugins.flatMap((plugin) => Object.entries(plugin.things)))
  const choices = new Map(plugins.flatMap((plugin) => Object.entries(plugin.choices)))
  const named = new Map(plugins.flatMap((plugin) => Object.entries(plugin.named)))
  const runners = new Map<string, LoadAnyRunner>(
    plugins.flatMap(({ id, runners }) =>
      Object.entries(runners).map(([name, load]) => [`${id}.${name}`, load] as const),
    ),
  )
  const cards = new Map(
    plugins.flatMap((plugin) => Object.entries(plugin.cards).map(([tool, card]) => [tool, drawnCard(card)] as const)),
  )
  const parts = new Map<string, Drawn<ThingPart, ThingPartProps>[]>()
  const rowParts = new Map<string, RowPart[]>()
  for (const [type, added] of plugins.flatMap(({ on }) => Object.entries(on)))
    for (const part of added) {
      if (part.place === "row") push(rowParts, type, part)
      else push(parts, `${type} ${part.place}`, { ...part, Content: lazyPart(part.load, NotLoaded) })
    }
  const answers = inOrder(
    plugins.flatMap((plugin) =>
      plugin.answers.map((part) => ({
        ...part,
        toolsBegin: `${plugin.id}.`,
        Content: lazyPart(part.load, NothingMissing),
      })),
    ),
  )
  const isHere = ({ feature }: { feature?: Feature }) => feature === undefined || features.has(feature)
  const panel = plugins.find((plugin) => plugin.panel)?.panel
  return {
    pages: plugins.flatMap(({ pages }) => pages),
    navigation: plugins.flatMap(({ navigation }) => navigation).filter(isHere),
    settings: inOrder(plugins.flatMap(({ settings }) => settings).filter(isHere)),
    palette: plugins.flatMap(({ palette }) => palette),
    home: inOrder(plugins.flatMap(({ home }) => home)).map((part) => ({
      ...part,
      Content: lazyPart(part.load, NotLoaded),
    })),
    firstSteps: inOrder(plugins.flatMap(({ firstSteps }) => firstSteps)),
    backgrounds: plugins.flatMap(({ id, background }) =>
      background ? [{ id, Content: lazyPart(background, NothingMissing) }] : [],
    ),
    panel: panel && { ...panel, Content: lazyPart(panel.load, NotLoaded) },
    ask: plugins.find(({ ask }) => ask)?.ask,
    hasFeature: (feature) => features.has(feature),
    // Ids of some have slashes, and lie that deep.
    thingPath: ({ type, id }) => things.get(type)?.(id.split("/").map(encodeURIComponent).join("/")),
    thingAt: (pathname) => thingAt(things, pathname),
    thingTypes: () => [...things.keys()],
    choicesOf: (type) => choices.get(type),
    namedBy: (type) => named.get(type),
    partsOn: (type, place) => parts.get(`${type} ${place}`) ?? [],
    rowPartsOn: (type) => rowParts.get(type) ?? [],
    runnerOf: (toolName) => runners.get(toolName),
    cardOf: (toolName) => cards.get(toolName),
    partsOfAnswer: (toolNames) =>
      answers.filter(({ toolsBegin }) => toolNames.some((name) => name.startsWith(toolsBegin))),
    edits: plugins.find(({ edits }) => edits)?.edits,
  }
}

/** What runs behind the pages shows nothing, missing or not; what stands beneath every answer would be missed as often. */
const NothingMissing = () => null

/** The shell sets it around every page. */
export const RegistryContext = createContext<Registry | null>(null)

/** What the plugins of this app bring: `const { hasFeature, thingPath } = useRegistry()`. */
export function useRegistry(): Registry {
  const registry = use(RegistryContext)
  if (!registry) throw new Error("useRegistry was called outside of RegistryContext, which the shell sets.")
  return registry
}

function push<Part extends { order: number; id: string }>(map: Map<string, Part[]>, key: string, part: Part): void {
  map.set(key, inOrder([...(map.get(key) ?? []), part]))
}

function inOrder<Part extends { order: number; id?: string }>(parts: readonly Part[]): Part[] {
  return parts.toSorted((a, b) => a.order - b.order || (a.id ?? "").localeCompare(b.id ?? ""))
}
