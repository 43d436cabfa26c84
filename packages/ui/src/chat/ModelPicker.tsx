import { ChevronDown } from "lucide-react"
import { Popover } from "radix-ui"
import type { KeyboardEvent, Ref } from "react"
import { useId, useImperativeHandle, useState } from "react"
import { cx } from "../class-names.ts"
import { type Option, useListNavigation } from "../fields/OptionList.tsx"

export type ModelGroup = {
  /** The connection. */
  id: string
  label: string
  /** Said beside the label: "plays scripts, no AI". */
  hint?: string
  models: readonly { id: string; label: string; hint?: string }[]
}

export type ModelPickerProps = {
  groups: readonly ModelGroup[]
  value: { groupId: string; modelId: string } | null
  onChange: (value: { groupId: string; modelId: string }) => void
  disabled?: boolean
  ref?: Ref<ModelPickerHandle>
}

export type ModelPickerHandle = { open: () => void }

/** One of the models that are on offer, by connection; never free text. */
export function ModelPicker({ groups, value, onChange, disabled, ref }: ModelPickerProps) {
  const [open, setOpen] = useState(false)
  useImperativeHandle(ref, () => ({ open: () => setOpen(true) }))
  const chosen = groups.find(({ id }) => id === value?.groupId)
  const model = chosen?.models.find(({ id }) => id === value?.modelId)
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button
          type="button"
          disabled={disabled}
          className={cx(PICKER_CLASS, !model && "h-8! border border-line bg-surface px-2.5! text-ink!")}
          aria-label={model ? `Model: ${model.label}, ${chosen?.label}` : CHOOSE}
        >
          <span className="truncate">{model?.label ?? CHOOSE}</span>
          <ChevronDown aria-hidden className="size-3.5 shrink-0 @max-md:hidden" />
        </button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="start"
          side="top"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Choose a model"
          className="z-50 w-80 max-w-[calc(100vw-16px)] overflow-hidden rounded-md border border-line bg-raised text-table shadow-float"
        >
          <Models
            groups={groups}
            value={value}
            onChoose={(next) => {
              onChange(next)
              setOpen(false)
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const CHOOSE = "Choose a model"

export const PICKER_CLASS =
  "inline-flex h-6 min-w-0 max-w-48 items-center gap-1 rounded-md px-1.5 text-muted text-table enabled:hover:bg-hover enabled:hover:text-ink aria-expanded:bg-pressed disabled:text-faint pointer-coarse:h-9"

function Models({
  groups,
  value,
  onChoose,
}: Pick<ModelPickerProps, "groups" | "value"> & { onChoose: ModelPickerProps["onChange"] }) {
  const [query, setQuery] = useState("")
  const headingId = useId()
  const found = groups.map((group) => ({ ...group, models: group.models.filter(matches(query, group.label)) }))
  const options = found.flatMap(({ id, models }): (Option & { groupId: string; modelId: string })[] =>
    models.map((model) => ({ id: `${id} ${model.id}`, label: model.label, groupId: id, modelId: model.id })),
  )
  const navigation = useListNavigation(options, true, query)
  const choose = (option: Option) => {
    const match = options.find(({ id }) => id === option.id)
    if (match) onChoose({ groupId: match.groupId, modelId: match.modelId })
  }
  let place = -1
  return (
    <>
      <input
        role="combobox"
        aria-label="Find a model"
        aria-expanded
        aria-controls={navigation.listId}
        aria-activedescendant={navigation.activeId}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder="Find a model"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event: KeyboardEvent) => navigation.handleKey(event, choose)}
        className="h-9 w-full border-hairline border-b bg-transparent px-3 outline-none pointer-coarse:h-11 pointer-coarse:text-[16px]"
      />
      <div
        role="listbox"
        id={navigation.listId}
        aria-label="Models"
        tabIndex={0}
        className="max-h-72 overflow-y-auto overscroll-contain p-1"
      >
        {found.map((group) =>
          group.models.length === 0 ? null : (
            // biome-ignore lint/a11y/useSemanticElements: inside of a listbox only this role groups options.
            <div key={group.id} role="group" aria-labelledby={`${headingId} ${group.id}`}>
              <p id={`${headingId} ${group.id}`} className="px-2 pt-1.5 pb-0.5 text-muted">
                {group.label}
                {group.hint && <span className="text-faint"> · {group.hint}</span>}
              </p>
              {group.models.map((model) => {
                place += 1
                const index = place
                const selected = value?.groupId === group.id && value.modelId === model.id
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the input keeps the focus and handles the keys (ARIA combobox pattern).
                  <div
                    key={model.id}
                    role="option"
                    id={navigation.optionId(index)}
                    aria-selected={selected}
                    className={cx(
                      "flex min-h-7 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 pointer-coarse:min-h-10",
                      index === navigation.active && "bg-highlight",
                      selected && "font-medium",
                    )}
                    onMouseMove={() => navigation.setActive(index)}
                    onClick={() => onChoose({ groupId: group.id, modelId: model.id })}
                  >
                    <span className="min-w-0 flex-1 truncate">{model.label}</span>
                    {model.hint && <span className="shrink-0 text-faint">{model.hint}</span>}
                  </div>
                )
              })}
            </div>
          ),
        )}
      </div>
      <p role="status" className={options.length > 0 ? "sr-only" : "px-3 pb-2.5 text-muted"}>
        {options.length === 0 ? "No model matches." : options.length === 1 ? "1 model" : `${options.length} models`}
      </p>
    </>
  )
}

function matches(query: string, group: string): (model: { id: string; label: string }) => boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return ({ id, label }) => words.every((word) => `${label} ${id} ${group}`.toLowerCase().includes(word))
}
