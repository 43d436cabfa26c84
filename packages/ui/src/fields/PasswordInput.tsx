import { Eye, EyeOff } from "lucide-react"
import type { InputHTMLAttributes, Ref } from "react"
import { useState } from "react"
import { cx } from "../class-names.ts"
import { CONTROL_CLASS, useFieldControl } from "./Field.tsx"

export type PasswordInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & {
  /** "current-password" to sign in, "new-password" to choose one. */
  autoComplete: "current-password" | "new-password" | "off"
  ref?: Ref<HTMLInputElement>
}

export function PasswordInput({ className, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const control = useFieldControl(rest)

  return (
    <div className={cx("relative min-w-0", className)}>
      <input
        type={shown ? "text" : "password"}
        spellCheck={false}
        autoCapitalize="off"
        {...rest}
        {...control}
        className={cx(CONTROL_CLASS, "h-8 pr-9 pl-2.5 text-table pointer-coarse:h-10", shown && "font-mono")}
      />
      <button
        type="button"
        aria-pressed={shown}
        aria-label="Show the password"
        className="absolute top-1/2 right-1 inline-flex size-6 -translate-y-1/2 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-ink"
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff aria-hidden className="size-4" /> : <Eye aria-hidden className="size-4" />}
      </button>
    </div>
  )
}
