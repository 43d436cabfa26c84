import {
  Activity,
  Boxes,
  FileText,
  Flame,
  Globe,
  House,
  LogOut,
  MessageSquare,
  Monitor,
  Moon,
  PanelTop,
  Search,
  Settings,
  Signature,
  SlidersHorizontal,
  Sparkles,
  Sun,
  TextCursorInput,
  UserRound,
  Wrench,
} from "lucide-react"
import { StrictMode, useEffect, useState } from "react"
import { createRoot } from "react-dom/client"
import {
  AppFrame,
  Avatar,
  CommandPalette,
  IconButton,
  Kbd,
  LinkProvider,
  Menu,
  type NavItem,
  type PaletteItem,
  ShortcutMapDialog,
  type Theme,
  ToastProvider,
  useShortcuts,
  useTheme,
} from "../src/index.ts"
import { AssistantExample } from "./AssistantExample.tsx"
import { AuthExample } from "./AuthExample.tsx"
import { DataExample } from "./DataExample.tsx"
import { FieldsExample } from "./FieldsExample.tsx"
import { FloatingExample } from "./FloatingExample.tsx"
import { IncidentExample } from "./IncidentExample.tsx"
import { MarksExample } from "./MarksExample.tsx"
import { ProposalsExample } from "./ProposalsExample.tsx"
import { SettingsExample } from "./SettingsExample.tsx"
import { ShowingExample } from "./ShowingExample.tsx"
import { SystemsExample } from "./SystemsExample.tsx"
import { SYSTEMS } from "./sample.ts"
import { WorkspaceExample } from "./WorkspaceExample.tsx"
import "./gallery.css"

const PAGES: Record<string, () => React.ReactElement> = {
  systems: () => <SystemsExample />,
  loading: () => <SystemsExample state="loading" />,
  empty: () => <SystemsExample state="empty" />,
  failed: () => <SystemsExample state="failed" />,
  incident: () => <IncidentExample />,
  settings: () => <SettingsExample />,
  workspace: () => <WorkspaceExample />,
  fields: () => <FieldsExample />,
  marks: () => <MarksExample />,
  showing: () => <ShowingExample />,
  data: () => <DataExample />,
  floating: () => <FloatingExample />,
  proposals: () => <ProposalsExample />,
  assistant: () => <AssistantExample />,
  "assistant-beginning": () => <AssistantExample state="beginning" />,
  "assistant-writing": () => <AssistantExample state="writing" />,
}

function Gallery() {
  const page = usePage()
  const [panel, setPanel] = useState(false)
  // Says to the tests which example stands there.
  useEffect(() => {
    document.documentElement.dataset.example = page
  }, [page])
  if (page === "auth") return <AuthExample />
  return (
    <Frame page={page} panel={panel} onPanel={setPanel}>
      {(PAGES[page] ?? PAGES.systems)?.()}
    </Frame>
  )
}

function Frame(props: { page: string; panel: boolean; onPanel: (open: boolean) => void; children: React.ReactNode }) {
  const { page, panel, onPanel, children } = props
  const { theme, setTheme } = useTheme()
  const [palette, setPalette] = useState(false)
  const [map, setMap] = useState(false)
  const go = (place: string) => {
    location.hash = place
  }
  useShortcuts({
    "Mod-k": () => setPalette(true),
    "Mod-j": () => onPanel(!panel),
    "?": () => setMap(true),
    "g s": () => go("systems"),
    "g i": () => go("incident"),
  })

  const items: NavItem[] = [
    { id: "systems", label: "Systems", icon: <Boxes />, group: "Operate", href: "#systems", pinned: true },
    {
      id: "incident",
      label: "Incidents",
      icon: <Flame />,
      group: "Operate",
      href: "#incident",
      pinned: true,
      badge: { count: 2, label: "open incidents" },
    },
    { id: "maintenance", label: "Maintenance", icon: <Wrench />, group: "Operate", href: "#loading" },
    { id: "workspace", label: "Pages", icon: <Globe />, group: "Site", href: "#workspace" },
    { id: "content", label: "Content", icon: <FileText />, group: "Site", href: "#empty" },
    { id: "floating", label: "Floating", icon: <PanelTop />, group: "Components", href: "#floating" },
    { id: "fields", label: "Fields", icon: <TextCursorInput />, group: "Components", href: "#fields" },
    { id: "marks", label: "Marks", icon: <SlidersHorizontal />, group: "Components", href: "#marks" },
    { id: "data", label: "Measurements and code", icon: <Activity />, group: "Components", href: "#data" },
    { id: "showing", label: "Showing", icon: <House />, group: "Components", href: "#showing" },
    { id: "assistant", label: "Assistant", icon: <MessageSquare />, group: "Work", href: "#assistant", pinned: true },
    {
      id: "signatures",
      label: "Signatures",
      icon: <Signature />,
      group: "Work",
      href: "#proposals",
      pinned: true,
      badge: { count: 3, label: "proposals wait for you", tone: "seal" },
    },
    { id: "settings", label: "Settings", icon: <Settings />, group: "Work", href: "#settings" },
  ]

  return (
    <AppFrame
      items={items.map((item) => ({ ...item, active: item.href === `#${page}` }))}
      homeHref="#systems"
      header={
        <>
          <button
            type="button"
            className="flex h-7 min-w-0 flex-1 items-center gap-2 rounded-md border border-line bg-surface px-2 text-faint text-table hover:border-control hover:text-muted sm:max-w-96 pointer-coarse:h-9"
            onClick={() => setPalette(true)}
          >
            <Search aria-hidden className="size-4 shrink-0" />
            <span className="flex-1 truncate text-left">Find or do something</span>
            <span className="max-sm:hidden">
              <Kbd keys="Mod-k" />
            </span>
          </button>
          <span className="flex-1 max-sm:hidden" />
          <IconButton
            label="Assistant"
            shortcut="Mod-j"
            icon={<Sparkles />}
            aria-pressed={panel}
            onClick={() => onPanel(!panel)}
          />
          <Menu
            trigger={<IconButton label="Ana Ruiz" tooltip={false} icon={<Avatar name="Ana Ruiz" />} />}
            entries={[
              { type: "heading", id: "who", label: "ana.ruiz@example.org" },
              { id: "profile", label: "Your profile", icon: <UserRound />, href: "#settings" },
              { id: "keys", label: "Keyboard", shortcut: "?", onSelect: () => setMap(true) },
              { type: "separator", id: "line-1" },
              {
                type: "choice",
                id: "theme",
                label: "Theme",
                value: theme,
                options: [
                  { value: "light", label: "Light", icon: <Sun /> },
                  { value: "dark", label: "Dark", icon: <Moon /> },
                  { value: "system", label: "As the system", icon: <Monitor /> },
                ],
                onChange: (value) => setTheme(value as Theme),
              },
              { type: "separator", id: "line-2" },
              { id: "out", label: "Sign out", icon: <LogOut />, onSelect: () => go("auth") },
            ]}
          />
        </>
      }
      panel={panel ? <div className="p-4">The assistant stands here.</div> : undefined}
      panelLabel="Assistant"
    >
      {children}
      <CommandPalette
        open={palette}
        onOpenChange={setPalette}
        items={paletteItems(go)}
        recent={[
          {
            id: "recent-1",
            group: "Recent",
            title: "INC-214 Card payments time out",
            icon: <Flame />,
            run: () => go("incident"),
          },
        ]}
        sources={[findSystems]}
      />
      <ShortcutMapDialog
        open={map}
        onOpenChange={setMap}
        groups={[
          {
            title: "Anywhere",
            shortcuts: [
              { keys: "Mod-k", label: "Find or do something" },
              { keys: "Mod-j", label: "Open the assistant" },
              { keys: "/", label: "Search this list" },
              { keys: "?", label: "Show this map" },
            ],
          },
          {
            title: "Go to",
            shortcuts: [
              { keys: "g s", label: "Systems" },
              { keys: "g i", label: "Incidents" },
            ],
          },
          {
            title: "In a list",
            shortcuts: [
              { keys: "j", label: "Next row" },
              { keys: "k", label: "Previous row" },
              { keys: "x", label: "Select the row" },
              { keys: "Enter", label: "Open the row" },
            ],
          },
        ]}
      />
    </AppFrame>
  )
}

function paletteItems(go: (place: string) => void): PaletteItem[] {
  return [
    { id: "go-systems", group: "Pages", title: "Systems", icon: <Boxes />, shortcut: "g s", run: () => go("systems") },
    {
      id: "go-incidents",
      group: "Pages",
      title: "Incidents",
      icon: <Flame />,
      shortcut: "g i",
      run: () => go("incident"),
    },
    { id: "go-settings", group: "Pages", title: "Settings", icon: <Settings />, run: () => go("settings") },
    {
      id: "open-incident",
      group: "Actions",
      title: "Open an incident",
      icon: <Flame />,
      keywords: "report outage",
      run: () => go("incident"),
    },
    { id: "new-system", group: "Actions", title: "Add a system", icon: <Boxes />, run: () => go("fields") },
  ]
}

async function findSystems(query: string): Promise<PaletteItem[]> {
  return SYSTEMS.filter((system) => system.name.includes(query.toLowerCase())).map((system) => ({
    id: system.id,
    group: "Systems",
    title: system.name,
    hint: system.owner,
    icon: <Boxes />,
    run: () => {
      location.hash = "incident"
    },
  }))
}

function usePage(): string {
  const read = () => location.hash.replace(/^#\/?/, "").split("?")[0] || "systems"
  const [page, setPage] = useState(read)
  useEffect(() => {
    const update = () => {
      if (location.hash !== "#main") setPage(read())
    }
    window.addEventListener("hashchange", update)
    return () => window.removeEventListener("hashchange", update)
  })
  return page
}

const root = document.getElementById("root")
if (root) {
  createRoot(root).render(
    <StrictMode>
      <LinkProvider renderLink={(props) => <a {...props} />}>
        <ToastProvider>
          <Gallery />
        </ToastProvider>
      </LinkProvider>
    </StrictMode>,
  )
}
