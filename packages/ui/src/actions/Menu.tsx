import { Check } from "lucide-react"
import { DropdownMenu } from "radix-ui"
import type { ReactElement, ReactNode } from "react"
import { cx } from "../class-names.ts"
import { plainly } from "../text/PlainText.tsx"
import { Kbd } from "./Kbd.tsx"
import { useRenderLink } from "./Link.tsx"

export type MenuItem = {
  id: string
  label: string
  icon?: ReactNode
  hint?: string
  shortcut?: string
  danger?: boolean
  disabled?: boolean
} & ({ onSelect: () => void; href?: undefined } | { href: string; onSelect?: () => void })

export type MenuEntry =
  | MenuItem
  | { type: "separator"; id: string }
  | { type: "heading"; id: string; label: ReactNode }
  | {
      type: "choice"
      id: string
      label: string
      value: string
      options: readonly { value: string; label: string; hint?: string; icon?: ReactNode }[]
      onChange: (value: string) => void
    }

export type MenuProps = {
  /** One button; it gets the menu's ARIA attributes. */
  trigger: ReactElement
  entries: readonly MenuEntry[]
  align?: "start" | "end"
  side?: "top" | "bottom" | "right"
}

export function Menu({ trigger, entries, align = "end", side = "bottom" }: MenuProps) {
  return (
    // Not modal: the modal kind locks scrolling with an injected <style>, which the content security policy refuses.
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          loop
          className="z-50 min-w-48 max-w-80 overflow-y-auto rounded-md border border-line bg-raised p-1 text-table shadow-float outline-none max-h-(--radix-dropdown-menu-content-available-height)"
        >
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const ITEM_CLASS =
  "flex min-h-7 w-full select-none items-center gap-2 rounded-sm px-2 py-1 outline-none data-highlighted:bg-highlight data-disabled:text-faint pointer-coarse:min-h-10 cursor-pointer data-disabled:cursor-default"

function Entry({ entry }: { entry: MenuEntry }) {
  const renderLink = useRenderLink()
  if ("type" in entry) {
    if (entry.type === "separator") return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-hairline" />
    if (entry.type === "heading")
      return <DropdownMenu.Label className="px-2 py-1 text-muted">{plainly(entry.label)}</DropdownMenu.Label>
    return (
      <DropdownMenu.RadioGroup value={entry.value} onValueChange={entry.onChange} aria-label={entry.label}>
        <DropdownMenu.Label className="px-2 pt-1 text-muted">{plainly(entry.label)}</DropdownMenu.Label>
        {entry.options.map((option) => (
          <DropdownMenu.RadioItem key={option.value} value={option.value} className={ITEM_CLASS}>
            {option.icon && (
              <span aria-hidden className="inline-flex text-muted [&>svg]:size-4">
                {option.icon}
              </span>
            )}
            <span className="min-w-0 flex-1">
              {plainly(option.label)}
              {option.hint && <span className="block text-muted">{plainly(option.hint)}</span>}
            </span>
            <DropdownMenu.ItemIndicator>
              <Check aria-hidden className="size-4 text-accent-ink" />
            </DropdownMenu.ItemIndicator>
          </DropdownMenu.RadioItem>
        ))}
      </DropdownMenu.RadioGroup>
    )
  }

  const body = (
    <>
      {entry.icon && (
        <span aria-hidden className={cx("inline-flex [&>svg]:size-4", entry.danger ? "text-danger-ink" : "text-muted")}>
          {entry.icon}
        </span>
      )}
      <span className="min-w-0 flex-1">
        {plainly(entry.label)}
        {entry.hint && <span className="block text-muted">{plainly(entry.hint)}</span>}
      </span>
      {entry.shortcut && <Kbd keys={entry.shortcut} />}
    </>
  )
  const className = cx(ITEM_CLASS, entry.danger && "text-danger-ink data-highlighted:bg-danger-soft")
  return (
    <DropdownMenu.Item
      className={className}
      disabled={entry.disabled}
      onSelect={entry.onSelect}
      asChild={entry.href !== undefined}
    >
      {entry.href === undefined ? body : renderLink({ href: entry.href, children: body })}
    </DropdownMenu.Item>
  )
}
