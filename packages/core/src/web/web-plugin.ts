import type { QueryClient, UseQueryOptions } from "@tanstack/react-query"
import type { ComponentType } from "react"
import type { AccessRule } from "../contract/access.ts"
import type { BrowserToolsOf } from "../contract/browser-tool.ts"
import type { Me } from "../contract/platform/session.ts"
import type { AnyProcedure, InputOf, OutputOf } from "../contract/procedure.ts"
import type { LoadAnyRunner, LoadRunner } from "./bridge/runner.ts"
import type { CallError } from "./call.ts"
import type { ProposalEdits } from "./cards/edited-proposal.tsx"
import type { ToolCard } from "./cards/tool-card.ts"
import type { Feature } from "./features.ts"
import type { PathOf } from "./thing-pages.ts"
import type { RowPart, ThingPart } from "./thing-part.ts"
import { callOptions } from "./use-call.ts"

export type Workspace = "operate" | "site" | "content" | "assistant" | "signatures" | "settings"

/** A plugin's pages. Components load when they are first visited. */
export interface WebPlugin {
  readonly id: string
  readonly pages: readonly WebPage[]
  readonly navigation: readonly NavigationItem[]
  /** What the command palette finds besides pages. */
  readonly palette: readonly PaletteSource[]
  /** Its pages under Settings: on the index of settings, and in the navigation once one is inside. */
  readonly settings: readonly SettingsItem[]
  /** Its parts of the first page after signing in, in their order. */
  readonly home: readonly HomePart[]
  /** The first things to do here, ticked off by themselves. */
  readonly firstSteps: readonly FirstStep[]
  /** Drawn on every signed-in page, beside it: for what has to go on while people look at something else. */
  readonly background?: () => Promise<{ default: ComponentType }>
  /** A panel that people open beside any page. The shell has room for one; the first plugin's is taken. */
  readonly panel?: WebPanel
  /** Where the palette leads with what it found nothing for. The first plugin's is taken. */
  readonly ask?: WebAsk
  /**
   * Where people look at things, by resource: their pages, `{ "incident.incident": (id) => … }`, or the list that is opened
   * on one, with its id behind a question mark. Cards and the assistant link to them.
   */
  readonly things: Readonly<Record<string, PathOf>>
  /** Where things are chosen from, by resource, in forms that are made from what a tool takes. */
  readonly choices: Readonly<Record<string, ChooseThings>>
  /** What things are called that an address names by their id, by resource. */
  readonly named: Readonly<Record<string, NameThing>>
  /** What it shows on the pages and in the lists of other plugins' things, by resource. */
  readonly on: Readonly<Record<string, readonly (ThingPart | RowPart)[]>>
  /** How proposals of its own tools are shown and edited, by the tool's name: `{ "catalog.createSystem": { load, editHref } }`. */
  readonly cards: Readonly<Record<string, ToolCard>>
  /** What it shows beneath answers of the assistant in which one of its own tools was called. */
  readonly answers: readonly AnswerPart[]
  /** How a form of any plugin reads a proposal and asks for it anew. The first plugin's is taken. */
  readonly edits?: () => Promise<{ default: ProposalEdits }>
  /** What other pages may speak of because this plugin is there. */
  readonly brings: readonly Feature[]
  /** What does its browser tools in the tab, by the tool's name in its contract. */
  readonly runners: Readonly<Record<string, LoadAnyRunner>>
}

/** Things that fit what was typed, for a picker. */
export type ChooseThings = (
  text: string,
  signal: AbortSignal,
) => Promise<readonly { id: string; label: string; hint?: string }[]>

/** What a thing is called, for those whom any one of these rules lets see it. */
export interface NameThing {
  readonly access: readonly AccessRule[]
  name(id: string, signal: AbortSignal): Promise<string>
}

/** Comes with the plugin: `import { Siren } from "lucide-react"`. Only what is named is loaded. */
export type Icon = ComponentType<{ className?: string; "aria-hidden"?: boolean }>

/** Stands last in the palette. Its page finds what was typed in the history entry's state, as `ask`; a link cannot put it there. */
export interface WebAsk {
  /** Before what was typed: "Ask the assistant". */
  readonly label: string
  readonly icon: Icon
  readonly path: string
  readonly access?: readonly AccessRule[]
}

export interface HomePart {
  readonly id: string
  /** Any one of these shows it. None: anyone signed in. */
  readonly access?: readonly AccessRule[]
  /** Lower comes first. */
  readonly order: number
  /** Draws its own heading, and what is shown while it reads. */
  readonly load: () => Promise<{ default: ComponentType }>
}

/** A part of an answer that is whole. Its component loads when it is first drawn, and draws nothing where it has nothing to say. */
export interface AnswerPart {
  /** `<plugin>.<name>`. */
  readonly id: string
  /** Any one of these shows it. None: whoever reads the answer. */
  readonly access?: readonly AccessRule[]
  /** Lower comes first. */
  readonly order: number
  readonly load: () => Promise<{ default: ComponentType<AnswerPartProps> }>
}

export interface AnswerPartProps {
  /** The turn that the answer is of; a verb that a model calls in it finds the same in `ctx.turnId`. */
  readonly turnId: string
}

/** One of the first things to do, shown to those who may do it until they hide the list. */
export interface FirstStep {
  readonly title: string
  /** One sentence: what it is good for. */
  readonly why: string
  readonly href: string
  /** Lower comes first. */
  readonly order: number
  /** Any one of these lets somebody do it. None: anyone signed in can. */
  readonly access?: readonly AccessRule[]
  readonly done: (asked: { me: Me; signal: AbortSignal }) => boolean | Promise<boolean>
  /** Asked again when one of these changes: `["catalog.system"]`. */
  readonly resources: readonly string[]
}

export interface WebPanel {
  /** Names the panel and the button that opens it. */
  readonly label: string
  readonly icon: Icon
  /** With Mod-: `j` is Ctrl J, or Cmd J on a Mac. */
  readonly shortcut: string
  readonly access?: readonly AccessRule[]
  /** Pages under this path show the same at full size, so the panel stays away there. */
  readonly fullPage: string
  readonly load: () => Promise<{ default: ComponentType<WebPanelProps> }>
}

export interface WebPanelProps {
  /** Somebody has just opened it, rather than the browser remembering that it was open: it may take the focus. */
  readonly arrived: boolean
  onClose(): void
}

export interface WebPage {
  /** TanStack Router syntax: `/systems/$systemId`. */
  readonly path: string
  readonly load: () => Promise<PageModule>
  /** Any one of these opens the page, held by rule or, for team-scopable resources, by a grant. None: anyone signed in. */
  readonly access?: readonly AccessRule[]
}

export interface PageModule {
  readonly default: ComponentType
  /** Begins to read what the page will show, while its link is pointed at. */
  readonly prefetch?: (client: QueryClient, place: { params: Record<string, string>; search: object }) => void
}

export interface NavigationItem {
  readonly workspace: Workspace
  readonly label: string
  readonly path: string
  readonly icon: Icon
  readonly access?: readonly AccessRule[]
  /** `g` then this letter goes there. */
  readonly shortcut?: string
  /** Lower comes first. */
  readonly order: number
  readonly badge?: NavigationBadge
  /** It is there only where some plugin brings this. */
  readonly feature?: Feature
}

export interface SettingsItem extends NavigationItem {
  /** One sentence for the index of settings. */
  readonly sentence: string
}

/** A number beside a navigation item, made by `countedBy`; nothing is shown for zero. */
export interface NavigationBadge extends BadgeWords {
  readonly query: UseQueryOptions<unknown, CallError, number>
}

interface BadgeWords {
  /** What is counted, as read aloud after the number: "open incidents". */
  readonly label: string
  /** The same after a one: "open incident". */
  readonly one: string
  /** `seal` is for what waits for a signature. */
  readonly tone?: "neutral" | "seal"
}

/** The number in a verb's answer, read again when what the verb or `alsoShows` names changes. Pages share the read. */
export function countedBy<P extends AnyProcedure>(
  procedure: P,
  input: InputOf<P>,
  badge: BadgeWords & { count(answer: OutputOf<P>): number; alsoShows?: readonly string[] },
): NavigationBadge {
  const { count, alsoShows = [], ...words } = badge
  const { queryKey, queryFn, meta } = callOptions(procedure, input, { alsoShows })
  return { ...words, query: { queryKey, queryFn, meta, select: (answer) => count(answer as OutputOf<P>) } }
}

/** Things to do that are always the same, or a search that loads when the palette is first opened. */
export type PaletteSource = {
  readonly group: string
  readonly access?: readonly AccessRule[]
} & ({ readonly entries: readonly PaletteEntry[] } | PaletteFinder)

export interface PaletteFinder {
  readonly search: () => Promise<{ default: PaletteSearch }>
  /** The kind of thing it finds, where names that look alike are marked. An entry's id is then the thing's. */
  readonly lookalikes?: string
}

/** Things that match what was typed; an empty query may offer the most useful ones. */
export type PaletteSearch = (query: string, signal: AbortSignal) => Promise<readonly PaletteEntry[]>

export interface PaletteEntry {
  readonly id: string
  readonly title: string
  /** What people may type besides words of the title. */
  readonly keywords?: string
  readonly hint?: string
  readonly path: string
}

type Lists =
  | "navigation"
  | "palette"
  | "settings"
  | "home"
  | "firstSteps"
  | "things"
  | "choices"
  | "named"
  | "on"
  | "cards"
  | "answers"
  | "brings"

type AnyContract = Readonly<Record<string, AnyProcedure>>

/** For what has pages and no contract of its own. */
export type NoContract = Readonly<Record<never, never>>

/** A runner for each browser tool of the contract and for nothing else; either does not compile. */
type Runners<Contract extends AnyContract> = [BrowserToolsOf<Contract>] extends [never]
  ? { readonly runners?: Readonly<Record<string, never>> }
  : { readonly runners: { readonly [Name in BrowserToolsOf<Contract>]: LoadRunner<Contract[Name]> } }

type Draft<Contract extends AnyContract> = [Contract] extends [never]
  ? "Name the plugin's contract: defineWebPlugin<typeof helloContract>({ ... })"
  : Omit<WebPlugin, Lists | "runners"> & Partial<Pick<WebPlugin, Lists>> & Runners<Contract>

/** The contract is named so that a browser tool without its runner does not compile: `defineWebPlugin<typeof aiContract>({ ... })`. */
export function defineWebPlugin<Contract extends AnyContract = never>(draft: NoInfer<Draft<Contract>>): WebPlugin {
  const given = draft as Omit<WebPlugin, Lists | "runners"> & Partial<Pick<WebPlugin, Lists | "runners">>
  return {
    navigation: [],
    palette: [],
    settings: [],
    home: [],
    firstSteps: [],
    things: {},
    choices: {},
    named: {},
    on: {},
    cards: {},
    answers: [],
    brings: [],
    runners: {},
    ...given,
  }
}
