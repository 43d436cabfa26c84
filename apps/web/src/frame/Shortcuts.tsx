import type { NavigationItem } from "@countersign/core/web"
import { ShortcutMapDialog } from "@countersign/ui"

export default function Shortcuts({
  navigation,
  onClose,
}: {
  navigation: readonly NavigationItem[]
  onClose: () => void
}) {
  const places = navigation.flatMap(({ shortcut, label }) => (shortcut ? [{ keys: `g ${shortcut}`, label }] : []))
  return (
    <ShortcutMapDialog
      open
      onOpenChange={onClose}
      groups={[
        {
          title: "Anywhere",
          shortcuts: [
            { keys: "Mod-k", label: "Find a page, a thing or an action" },
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
