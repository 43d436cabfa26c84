import { Search, X } from "lucide-react"
import type { InputHTMLAttributes, ReactNode, Ref } from "react"
import { Kbd } from "../actions/Kbd.tsx"
import { cx } from "../class-names.ts"
import { CONTROL_CLASS, useFieldControl } from "./Field.tsx"

export type TextInputProps = InputHTMLAttributes<HTMLInputElement> & {
  /** Ids, addresses, codes. */
  mono?: boolean
  /** A short word before or after the text, such as "https://" or "ms". */
  prefix?: ReactNode
  suffix?: ReactNode
  ref?: Ref<HTMLInputElement>
}

export function TextInput({ mono, prefix, suffix, className, type = "text", ...rest }: TextInputProps) {
  const control = useFieldControl(rest)
  const input = (
    <input
      type={type}
      {...rest}
      {...control}
      className={cx(
        CONTROL_CLASS,
        "h-8 px-2.5 text-table read-only:bg-sunken pointer-coarse:h-10",
        mono && "font-mono",
        prefix ? "rounded-l-none" : null,
        suffix ? "rounded-r-none" : null,
        className,
      )}
    />
  )
  if (!prefix && !suffix) return input

  return (
    <div className="flex min-w-0">
      {prefix && <Affix className="rounded-l-md border-r-0">{prefix}</Affix>}
      {input}
      {suffix && <Affix className="rounded-r-md border-l-0">{suffix}</Affix>}
    </div>
  )
}

export type SearchInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, "onChange" | "value" | "type"> & {
  label: string
  value: string
  onChange: (value: string) => void
  /** Shown at the end while empty, e.g. "/". Registering it is the page's job. */
  shortcut?: string
  ref?: Ref<HTMLInputElement>
}

export function SearchInput({ label, value, onChange, shortcut, className, ...rest }: SearchInputProps) {
  return (
    <div className={cx("relative min-w-0", className)}>
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-2 size-4 -translate-y-1/2 text-faint" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        {...rest}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(
          CONTROL_CLASS,
          "h-8 pr-8 pl-8 text-table pointer-coarse:h-10 [&::-webkit-search-cancel-button]:hidden",
        )}
      />
      <span className="absolute top-1/2 right-1.5 flex -translate-y-1/2">
        {value ? (
          <button
            type="button"
            aria-label="Clear the search"
            className="inline-flex size-6 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-ink"
            onClick={() => onChange("")}
          >
            <X aria-hidden className="size-3.5" />
          </button>
        ) : (
          shortcut && (
            <span aria-hidden className="pointer-coarse:hidden">
              <Kbd keys={shortcut} />
            </span>
          )
        )}
      </span>
    </div>
  )
}

function Affix({ className, children }: { className: string; children: ReactNode }) {
  return (
    <span
      className={cx(
        "inline-flex shrink-0 items-center border border-control bg-sunken px-2.5 text-muted text-table",
        className,
      )}
    >
      {children}
    </span>
  )
}
