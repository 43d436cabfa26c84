import { personAccess } from "@countersign/core/contract"
import {
  markLookalikes,
  mayOpen,
  type NavigationItem,
  type PaletteEntry,
  type PaletteFinder,
  pageKeyMap,
  useCan,
  useMe,
  useRegistry,
} from "@countersign/core/web"
import { CommandPalette, type PaletteItem } from "@countersign/ui"
import { useRouter } from "@tanstack/react-router"
import { Keyboard, LogOut, Monitor, Moon, Sun, UserPlus, UserRound } from "lucide-react"
import { useEffect, useMemo, useState } from "react"
import { signOut } from "../session.ts"
import { useFailureToast } from "./use-failure-toast.ts"
import { useThemeChoice } from "./use-followed-theme.ts"
import type { SidePanel } from "./use-side-panel.ts"

export default function Palette({
  navigation,
  side,
  onClose,
}: {
  navigation: readonly NavigationItem[]
  side: SidePanel | null
  onClose: (next: "shortcuts" | null) => void
}) {
  const me = useMe()
  const router = useRouter()
  const registry = useRegistry()
  const go = (path: string) => router.history.push(path)
  const items = useItems(navigation, side, go, () => onClose("shortcuts"))
  const asked = useMemo(() => {
    const sources = registry.palette.filter((source) => mayOpen(me, source.access))
    return sources.map((source) => async (query: string, signal: AbortSignal) => {
      const entries = "entries" in source ? matching(source.entries, query) : await searchIn(source, query, signal)
      return entries.map((entry) => toItem(source.group, entry, (path) => router.history.push(path)))
    })
  }, [me, router, registry])
  const offered = useOffered(asked)
  const way = registry.ask && mayOpen(me, registry.ask.access) ? registry.ask : null
  const ask = (query: string): PaletteItem[] =>
    way
      ? [
          {
            id: "ask",
            group: "More",
            title: `${way.label}: ${query}`,
            icon: <way.icon aria-hidden />,
            run: () => router.history.push(way.path, { ask: query }),
          },
        ]
      : []

  return (
    <CommandPalette
      open
      onOpenChange={(open) => !open && onClose(null)}
      items={items}
      recent={offered}
      sources={asked}
      last={ask}
    />
  )
}

function matching(entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] {
  const words = query.toLowerCase().split(/\s+/)
  return entries.filter(({ title, keywords = "" }) =>
    words.every((word) => `${title} ${keywords}`.toLowerCase().includes(word)),
  )
}

type Found = PaletteEntry & { lookalike?: true }

async function searchIn(
  { search, lookalikes }: PaletteFinder,
  query: string,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const { default: find } = await search()
  const found = await find(query, signal)
  return lookalikes ? markLookalikes(lookalikes, found, signal) : found
}

type Asked = (query: string, signal: AbortSignal) => Promise<readonly PaletteItem[]>

/** What the plugins offer before anything is typed. One that fails offers nothing; it says so once it is asked. */
function useOffered(asked: readonly Asked[]): readonly PaletteItem[] {
  const [offered, setOffered] = useState<readonly PaletteItem[]>([])
  useEffect(() => {
    const abort = new AbortController()
    void Promise.allSettled(asked.map((ask) => ask("", abort.signal))).then((answers) => {
      if (abort.signal.aborted) return
      setOffered(answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : [])))
    })
    return () => abort.abort()
  }, [asked])
  return offered
}

function useItems(
  navigation: readonly NavigationItem[],
  side: SidePanel | null,
  go: (path: string) => void,
  openShortcuts: () => void,
): PaletteItem[] {
  const can = useCan()
  const attempt = useFailureToast()
  const { choose } = useThemeChoice()
  const [groups] = useState(pageKeyMap)
  const pages = navigation.map(
    (item): PaletteItem => ({
      id: `page:${item.path}`,
      group: "Pages",
      title: item.label,
      hint: item.path.startsWith("/settings/") ? "Settings" : undefined,
      icon: <item.icon aria-hidden />,
      shortcut: item.shortcut ? `g ${item.shortcut}` : undefined,
      run: () => go(item.path),
    }),
  )
  const ofPage = groups.flatMap(({ title: group, keys }) =>
    keys.flatMap(({ keys: shortcut, label, run }): PaletteItem[] =>
      // After the palette is gone, which would take the focus back.
      run ? [{ id: `keys:${shortcut}`, group, title: label, shortcut, run: () => void setTimeout(run) }] : [],
    ),
  )
  const action = (id: string, title: string, icon: React.ReactNode, run: () => void, keywords = ""): PaletteItem => ({
    id: `action:${id}`,
    group: "Actions",
    title,
    icon,
    keywords,
    run,
  })
  return [
    ...ofPage,
    ...pages,
    { id: "page:/account", group: "Pages", title: "Account", icon: <UserRound />, run: () => go("/account") },
    ...(can(personAccess.manage)
      ? [action("invite", "Invite a person", <UserPlus />, () => go("/settings/people?invite=open"), "add colleague")]
      : []),
    ...(side
      ? [
          {
            id: "action:panel",
            group: "Actions",
            title: side.open ? `Close ${side.panel.label}` : `Open ${side.panel.label} beside this page`,
            icon: <side.panel.icon aria-hidden />,
            shortcut: `Mod-${side.panel.shortcut}`,
            // After the palette is gone, which would take the focus back.
            run: () => void setTimeout(side.toggle),
          },
        ]
      : []),
    action("light", "Use the light theme", <Sun />, () => choose("light")),
    action("dark", "Use the dark theme", <Moon />, () => choose("dark")),
    action("system", "Use the system's theme", <Monitor />, () => choose("system")),
    action("shortcuts", "Show the keyboard map", <Keyboard />, () => setTimeout(openShortcuts), "shortcuts keys"),
    action("sign-out", "Sign out", <LogOut />, () => attempt(signOut, "You are still signed in."), "leave log out"),
  ]
}

function toItem(group: string, entry: Found, go: (path: string) => void): PaletteItem {
  const { id, title, hint, path, lookalike } = entry
  return { id: `${group}:${id}`, group, title, hint, run: () => go(path), ...(lookalike && { lookalike: id }) }
}
