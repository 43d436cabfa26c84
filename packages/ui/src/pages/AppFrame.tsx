import { Ellipsis } from "lucide-react"
import type { ReactNode } from "react"
import { useEffect, useState } from "react"
import type { RenderLink } from "../actions/Link.tsx"
import { useRenderLink } from "../actions/Link.tsx"
import { cx } from "../class-names.ts"
import { Drawer } from "../floating/Drawer.tsx"
import { Tooltip } from "../floating/Tooltip.tsx"
import { CountBadge } from "../marks/Badge.tsx"
import { useMediaQuery } from "../media-query.ts"
import { Brand } from "./AuthPage.tsx"

export type NavItem = {
  id: string
  label: string
  icon: ReactNode
  href: string
  active?: boolean
  /** `label` says what is counted: "proposals wait for you". */
  badge?: { count: number; label: string; tone?: "neutral" | "seal" }
  /** The workspace: "Operate". Items of one group stand together. */
  group?: string
  /** The id of the item it belongs to, which the bottom bar marks while one is here. */
  under?: string
  /** In the bottom bar of small screens. Without any, the first four are. */
  pinned?: boolean
}

export type AppFrameProps = {
  items: readonly NavItem[]
  renderLink?: RenderLink
  /** Where the brand leads. */
  homeHref?: string
  /** The header's contents: search, theme, account menu. */
  header?: ReactNode
  /** Under the navigation: help, the version. */
  navFooter?: ReactNode
  /** Across the top of the page: "Connection lost". */
  banner?: ReactNode
  /** A panel at the right, such as the assistant; on small screens it fills the screen. */
  panel?: ReactNode
  panelLabel?: string
  children: ReactNode
}

export function AppFrame({
  items,
  renderLink: ownLink,
  homeHref = "/",
  header,
  navFooter,
  banner,
  panel,
  panelLabel = "Panel",
  children,
}: AppFrameProps) {
  const renderLink = useRenderLink(ownLink)
  return (
    <div data-app-frame className="flex min-h-dvh">
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-md bg-accent px-3 py-1.5 font-medium text-on-accent focus:translate-y-0"
      >
        Skip to the content
      </a>
      <nav
        aria-label="Workspaces"
        className="sticky top-0 hidden h-dvh w-12 shrink-0 flex-col border-hairline border-r bg-sunken sm:flex lg:w-52"
      >
        <div className="flex h-11 shrink-0 items-center px-3.5">
          {renderLink({
            href: homeHref,
            className: "rounded-sm",
            children: (
              <>
                <span className="max-lg:hidden">
                  <Brand />
                </span>
                <span className="lg:hidden">
                  <Brand markOnly />
                </span>
              </>
            ),
          })}
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
          {groupsOf(items).map(({ group, members }) => (
            <div key={group} className="mt-3 first:mt-1">
              {group && <p className="px-2 py-1 text-faint max-lg:sr-only">{group}</p>}
              <ul className="flex flex-col gap-px">
                {members.map((item) => (
                  <li key={item.id}>
                    <SideItem item={item} renderLink={renderLink} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        {navFooter && <div className="shrink-0 border-hairline border-t p-2 max-lg:hidden">{navFooter}</div>}
      </nav>
      <div className="flex min-w-0 flex-1 flex-col pb-(--bottom-bar-height)">
        <header className="sticky top-0 z-20 flex h-11 shrink-0 items-center gap-2 border-hairline border-b bg-canvas px-4 sm:px-6">
          <span className="flex sm:hidden">
            {renderLink({ href: homeHref, className: "rounded-sm inline-flex", children: <Brand markOnly /> })}
          </span>
          {header}
        </header>
        {banner}
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 outline-none">
          {children}
        </main>
      </div>
      {panel && (
        <aside
          aria-label={panelLabel}
          data-side-panel
          className="fixed inset-0 z-30 flex flex-col border-hairline bg-surface lg:sticky lg:inset-auto lg:top-0 lg:h-dvh lg:w-(--panel-width) lg:shrink-0 lg:border-l"
        >
          {panel}
        </aside>
      )}
      <BottomBar items={items} renderLink={renderLink} />
    </div>
  )
}

function SideItem({ item, renderLink }: { item: NavItem; renderLink: RenderLink }) {
  const collapsed = useMediaQuery("(max-width: 63.99rem)")
  const link = renderLink({
    href: item.href,
    "aria-current": item.active ? "page" : undefined,
    className: cx(
      "relative flex h-8 items-center gap-2.5 rounded-md px-2 text-table max-lg:justify-center max-lg:px-0",
      item.active ? "bg-pressed font-medium text-ink" : "text-muted hover:bg-hover hover:text-ink",
    ),
    children: (
      <>
        <span aria-hidden className={cx("inline-flex shrink-0 [&>svg]:size-4", item.active && "text-accent-ink")}>
          {item.icon}
        </span>
        <span className="min-w-0 flex-1 truncate max-lg:sr-only">{item.label}</span>
        {item.badge && (
          <span className="max-lg:absolute max-lg:-top-1 max-lg:-right-1 max-lg:scale-75">
            <CountBadge count={item.badge.count} label={item.badge.label} tone={item.badge.tone} />
          </span>
        )}
      </>
    ),
  })
  if (!collapsed) return link
  return (
    <Tooltip text={item.label} side="right">
      {link}
    </Tooltip>
  )
}

function BottomBar({ items, renderLink }: { items: readonly NavItem[]; renderLink: RenderLink }) {
  const [open, setOpen] = useState(false)
  const pinned = items.filter((item) => item.pinned)
  const shown = (pinned.length > 0 ? pinned : items).slice(0, 4)
  const rest = items.filter((item) => !shown.includes(item))
  const active = items.find((item) => item.active)
  const marked = shown.find((item) => item === active) ?? shown.find((item) => item.id === active?.under)
  const activePlace = active?.id
  // Following a link in the sheet ends in another place: the sheet has done its work.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the active item changes.
  useEffect(() => setOpen(false), [activePlace])

  return (
    <nav
      aria-label="Workspaces"
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-hairline border-t bg-sunken pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      {shown.map((item) => (
        <span key={item.id} className="contents">
          {renderLink({
            href: item.href,
            "aria-current": item === marked ? (item.active ? "page" : true) : undefined,
            className: bottomClass(item === marked),
            children: <BottomBody icon={item.icon} label={item.label} badge={item.badge} />,
          })}
        </span>
      ))}
      {rest.length > 0 && (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          className={bottomClass(active !== undefined && marked === undefined)}
          onClick={() => setOpen(true)}
        >
          <BottomBody icon={<Ellipsis />} label="More" />
        </button>
      )}
      <Drawer open={open} onOpenChange={setOpen} side="bottom" title="Go to">
        {groupsOf(rest).map(({ group, members }) => (
          <div key={group} className="mb-3 last:mb-0">
            {group && <p className="py-1 text-faint">{group}</p>}
            <ul>
              {members.map((item) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on the link inside clicks it, which bubbles here.
                <li key={item.id} onClick={() => setOpen(false)}>
                  {renderLink({
                    href: item.href,
                    "aria-current": item.active ? "page" : undefined,
                    className: cx(
                      "flex h-11 items-center gap-3 rounded-md text-prose",
                      item.active ? "font-medium text-accent-ink" : "text-ink",
                    ),
                    children: (
                      <>
                        <span aria-hidden className="inline-flex text-muted [&>svg]:size-4">
                          {item.icon}
                        </span>
                        <span className="flex-1">{item.label}</span>
                        {item.badge && <CountBadge {...item.badge} />}
                      </>
                    ),
                  })}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Drawer>
    </nav>
  )
}

function BottomBody({ icon, label, badge }: { icon: ReactNode; label: string; badge?: NavItem["badge"] }) {
  return (
    <>
      <span aria-hidden className="inline-flex [&>svg]:size-5">
        {icon}
      </span>
      <span className="max-w-full truncate">{label}</span>
      {badge && (
        <span className="absolute top-0.5 left-1/2 ml-1 scale-85">
          <CountBadge count={badge.count} label={badge.label} tone={badge.tone} />
        </span>
      )}
    </>
  )
}

function bottomClass(active: boolean): string {
  return cx(
    "relative flex h-14 min-w-0 flex-col items-center justify-center gap-0.5 px-1 text-table focus-visible:-outline-offset-2",
    active ? "font-medium text-accent-ink" : "text-muted",
  )
}

function groupsOf(items: readonly NavItem[]): { group: string; members: NavItem[] }[] {
  const groups: { group: string; members: NavItem[] }[] = []
  for (const item of items) {
    const group = item.group ?? ""
    const last = groups.find((each) => each.group === group)
    if (last) last.members.push(item)
    else groups.push({ group, members: [item] })
  }
  return groups
}
