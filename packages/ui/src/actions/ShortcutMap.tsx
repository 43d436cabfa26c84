import { Dialog } from "../floating/Dialog.tsx"
import { Kbd } from "./Kbd.tsx"

export type ShortcutGroup = { title: string; shortcuts: readonly { keys: string; label: string }[] }

export type ShortcutMapDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  groups: readonly ShortcutGroup[]
}

/** What `?` shows. */
export function ShortcutMapDialog({ open, onOpenChange, groups }: ShortcutMapDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard" size="lg">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        {groups.map((group) => (
          <section key={group.title}>
            <h3 className="border-line border-b pb-1.5 font-semibold text-prose">{group.title}</h3>
            <dl>
              {group.shortcuts.map((shortcut) => (
                <div
                  key={shortcut.keys}
                  className="flex min-h-8 items-center justify-between gap-4 border-hairline border-b last:border-b-0"
                >
                  <dt className="text-table">{shortcut.label}</dt>
                  <dd>
                    <Kbd keys={shortcut.keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
