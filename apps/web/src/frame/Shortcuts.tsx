import { type NavigationItem, pageKeyMap, type WebPanel } from "@countersign/core/web"
import { ShortcutMapDialog } from "@countersign/ui"
import { useState } from "react"

export default function Shortcuts({
  navigation,
  panel,
  onClose,
}: {
  navigation: readonly NavigationItem[]
  panel: WebPanel | null
  onClose: () => void
}) {
  const [ofPage] = useState(pageKeyMap)
  const places = navigation.flatMap(({ shortcut, label }) => (shortcut ? [{ keys: `g ${shortcut}`, label }] : []))
  return (
    <ShortcutMapDialog
      open
      onOpenChange={onClose}
      groups={[
        ...ofPage.map(({ title, keys }) => ({ title, shortcuts: keys })),
        {
          title: "Anywhere",
          shortcuts: [
            { keys: "Mod-k", label: "Find a page, a thing or an action" },
            ...(panel
              ? [{ keys: `Mod-${panel.shortcut}`, label: `Open or close ${panel.label} beside the page` }]
              : []),
            { keys: "/", label: "Search this page" },
            { keys: "?", label: "Show this map" },
            { keys: "Escape", label: "Close what is open" },
          ],
        },
        { title: "Go to", shortcuts: places },
        {
          title: "Lists",
          shortcuts: [
            { keys: "j", label: "Next row" },
            { keys: "k", label: "Previous row" },
            { keys: "Enter", label: "Open the row" },
            { keys: "x", label: "Select the row, where rows can be selected" },
          ],
        },
      ]}
    />
  )
}
