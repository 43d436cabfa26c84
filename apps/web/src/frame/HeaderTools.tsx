import { Avatar, IconButton, Kbd, Menu } from "@countersign/ui"
import { Keyboard, LogOut, Monitor, Moon, Search, Sun, UserRound } from "lucide-react"
import { type Me, signOut } from "../session.ts"
import { useFailureToast } from "./use-failure-toast.ts"
import { useThemeChoice } from "./use-followed-theme.ts"
import type { SidePanel } from "./use-side-panel.ts"

export interface HeaderToolsProps {
  me: Me
  side: SidePanel | null
  onSearch(): void
  onShortcuts(): void
}

export function HeaderTools({ me, side, onSearch, onShortcuts }: HeaderToolsProps) {
  const { theme, choose } = useThemeChoice()
  const attempt = useFailureToast()
  return (
    <div className="flex min-w-0 flex-1 items-center gap-2">
      <button
        type="button"
        onClick={onSearch}
        className="hidden h-8 w-full max-w-72 items-center gap-2 rounded-md border border-line bg-surface px-2.5 text-left text-faint hover:border-control sm:flex"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="flex-1 truncate">Find or do</span>
        <Kbd keys="Mod-k" />
      </button>
      <div className="ml-auto flex items-center gap-1">
        <span className="sm:hidden">
          <IconButton label="Find or do" icon={<Search />} onClick={onSearch} />
        </span>
        {side && (
          <IconButton
            label={side.panel.label}
            shortcut={`Mod-${side.panel.shortcut}`}
            icon={<side.panel.icon aria-hidden />}
            aria-pressed={side.open}
            onClick={side.toggle}
          />
        )}
        <Menu
          trigger={
            <button
              type="button"
              aria-label={`Account of ${me.name}`}
              className="inline-flex size-8 items-center justify-center rounded-full pointer-coarse:size-10"
            >
              <Avatar name={me.name} />
            </button>
          }
          entries={[
            {
              type: "heading",
              id: "who",
              label: (
                <>
                  <span className="block font-medium text-ink">{me.name}</span>
                  <span className="block break-all">{me.email}</span>
                </>
              ),
            },
            { id: "account", label: "Account", icon: <UserRound />, href: "/account" },
            { id: "shortcuts", label: "Keyboard", icon: <Keyboard />, shortcut: "?", onSelect: onShortcuts },
            { type: "separator", id: "before-theme" },
            {
              type: "choice",
              id: "theme",
              label: "Theme",
              value: theme,
              options: [
                { value: "system", label: "As the system", icon: <Monitor /> },
                { value: "light", label: "Light", icon: <Sun /> },
                { value: "dark", label: "Dark", icon: <Moon /> },
              ],
              onChange: (value) => choose(value as typeof theme),
            },
            { type: "separator", id: "before-sign-out" },
            {
              id: "sign-out",
              label: "Sign out",
              icon: <LogOut />,
              onSelect: () => attempt(signOut, "You are still signed in."),
            },
          ]}
        />
      </div>
    </div>
  )
}
