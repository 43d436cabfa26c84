import { mayOpen, type NavigationItem, type Registry, type Workspace } from "@countersign/core/web"
import type { NavItem } from "@countersign/ui"
import { useQueries } from "@tanstack/react-query"
import { House, Settings } from "lucide-react"
import type { Me } from "../session.ts"

const WORKSPACES: readonly [Workspace, string][] = [
  ["operate", "Operate"],
  ["site", "Site"],
  ["content", "Content"],
  ["assistant", "Ask and sign"],
  ["signatures", "Ask and sign"],
  ["settings", "Manage"],
]

export const HOME: NavigationItem = {
  workspace: "operate",
  label: "Start",
  path: "/",
  icon: House,
  shortcut: "g",
  order: 0,
}
const SETTINGS: NavigationItem = {
  workspace: "settings",
  label: "Settings",
  path: "/settings",
  icon: Settings,
  shortcut: ",",
  order: 0,
}

/** Everything this person may go to, workspace by workspace. */
export function navigationFor(me: Me, registry: Registry): readonly NavigationItem[] {
  const settings = registry.settings.filter((item) => mayOpen(me, item.access))
  const own = settings.length > 0 ? [SETTINGS, ...settings] : []
  const all = [...registry.navigation, ...own].filter((item) => mayOpen(me, item.access))
  const place = (item: NavigationItem) => WORKSPACES.findIndex(([workspace]) => workspace === item.workspace)
  return [HOME, ...all.sort((a, b) => place(a) - place(b) || a.order - b.order)]
}

/** The items as the frame draws them. The pages of Settings unfold once one is inside. */
export function useFrameItems(navigation: readonly NavigationItem[], pathname: string): NavItem[] {
  const counts = useBadges(navigation)
  const active = activeItem(navigation, pathname)
  const inSettings = isWithin(pathname, SETTINGS.path)
  const shown = navigation.filter((item) => inSettings || !isUnder(item, SETTINGS))
  const pinned = pinnedItems(navigation)
  return shown.map((item) => {
    const count = counts.get(item.path) ?? 0
    return {
      id: item.path,
      label: item.label,
      href: item.path,
      icon: <item.icon aria-hidden />,
      active: inSettings || item !== SETTINGS ? item === active : false,
      group: item === HOME ? undefined : WORKSPACES.find(([workspace]) => workspace === item.workspace)?.[1],
      under: isUnder(item, SETTINGS) ? SETTINGS.path : undefined,
      pinned: pinned.includes(item),
      badge:
        count > 0 && item.badge
          ? { count, label: count === 1 ? item.badge.one : item.badge.label, tone: item.badge.tone }
          : undefined,
    }
  })
}

// Beside them the bar has a way to everything else.
const MOST_PINNED = 4

/**
 * What the bottom bar of small screens shows. What waits for a signature is always in sight, because people are called
 * to sign from their phones; of the other pages those that count something come first.
 */
function pinnedItems(navigation: readonly NavigationItem[]): readonly NavigationItem[] {
  const always = navigation.filter((item) => item === HOME || item === SETTINGS || item.workspace === "signatures")
  const work = navigation.filter((item) => !always.includes(item) && item.workspace !== "settings")
  const counting = work.toSorted((a, b) => Number(Boolean(b.badge)) - Number(Boolean(a.badge)))
  return [...always, ...counting.slice(0, Math.max(0, MOST_PINNED - always.length))]
}

function activeItem(navigation: readonly NavigationItem[], pathname: string): NavigationItem | undefined {
  return navigation.filter((item) => isWithin(pathname, item.path)).sort((a, b) => b.path.length - a.path.length)[0]
}

function isWithin(pathname: string, path: string): boolean {
  return pathname === path || (path !== "/" && pathname.startsWith(`${path}/`))
}

function isUnder(item: NavigationItem, parent: NavigationItem): boolean {
  return item !== parent && isWithin(item.path, parent.path)
}

function useBadges(navigation: readonly NavigationItem[]): ReadonlyMap<string, number> {
  const badged = navigation.flatMap(({ path, badge }) => (badge ? [{ path, badge }] : []))
  const answers = useQueries({
    queries: badged.map(({ badge }) => badge.query),
  })
  return new Map(badged.map(({ path }, index) => [path, answers[index]?.data ?? 0]))
}
