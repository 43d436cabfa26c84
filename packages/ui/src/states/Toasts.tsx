import { CircleAlert, CircleCheck, Info, X } from "lucide-react"
import type { ReactNode } from "react"
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from "react"
import { LinkButton } from "../actions/Button.tsx"
import { cx } from "../class-names.ts"
import { plainly } from "../text/PlainText.tsx"

export type ToastTone = "success" | "info" | "error"

export type Toast = {
  tone?: ToastTone
  title: string
  /** The real error, or one more sentence. */
  detail?: string
  action?: { label: string; onSelect: () => void }
}

export type ToastApi = {
  show: (toast: Toast) => string
  success: (title: string, detail?: string) => string
  /** Shows what was thrown: `error(cause, "The system was not saved.")`. Stays until dismissed. */
  error: (cause: unknown, title?: string) => string
  dismiss: (id: string) => void
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([])
  const nextId = useRef(1)

  const dismiss = useCallback((id: string) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), [])
  const show = useCallback((toast: Toast) => {
    const id = String(nextId.current++)
    setToasts((shown) => {
      // The same failure again replaces the first instead of stacking up.
      const others = shown.filter((each) => each.title !== toast.title || each.detail !== toast.detail)
      return [...others, { ...toast, id }].slice(-MOST_SHOWN)
    })
    return id
  }, [])
  const api = useMemo<ToastApi>(
    () => ({
      show,
      dismiss,
      success: (title, detail) => show({ tone: "success", title, detail }),
      error: (cause, title) => {
        const message = cause instanceof Error ? cause.message : String(cause)
        return show(title ? { tone: "error", title, detail: message } : { tone: "error", title: message })
      },
    }),
    [show, dismiss],
  )

  return (
    <ToastContext value={api}>
      {children}
      <section
        data-toasts
        aria-label="Notifications"
        aria-live="polite"
        className="pointer-events-none fixed right-(--toasts-right) bottom-(--bottom-bar-height) z-60 flex w-full flex-col gap-2 p-4 sm:max-w-sm"
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} onDismiss={() => dismiss(toast.id)} />
        ))}
      </section>
    </ToastContext>
  )
}

export function useToast(): ToastApi {
  const api = use(ToastContext)
  if (!api) throw new Error("useToast was called outside of ToastProvider. Put ToastProvider around the application.")
  return api
}

type ShownToast = Toast & { id: string }

const MOST_SHOWN = 4
const STAYS_MS = 6_000

const ToastContext = createContext<ToastApi | null>(null)

function ToastCard({ toast, onDismiss }: { toast: ShownToast; onDismiss: () => void }) {
  const tone = toast.tone ?? "info"
  const [held, setHeld] = useState(false)
  const dismissLater = useRef(onDismiss)
  dismissLater.current = onDismiss

  // Errors, and whatever is pointed at or focused, stay.
  const stays = tone === "error" || held
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => dismissLater.current(), STAYS_MS)
    return () => clearTimeout(timer)
  }, [stays])

  const Icon = ICONS[tone]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it in sight.
    <div
      role={tone === "error" ? "alert" : undefined}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex items-start gap-2.5 rounded-md border border-line bg-raised py-2.5 pr-2 pl-3 text-table shadow-float"
    >
      <Icon aria-hidden className={cx("mt-0.5 size-4 shrink-0", INKS[tone])} />
      <div className="min-w-0 flex-1">
        {tone === "error" && <span className="sr-only">Error: </span>}
        <p className="font-medium">{plainly(toast.title)}</p>
        {toast.detail && <p className="text-muted">{plainly(toast.detail)}</p>}
        {toast.action && (
          <LinkButton
            className="mt-1"
            onClick={() => {
              toast.action?.onSelect()
              onDismiss()
            }}
          >
            {toast.action.label}
          </LinkButton>
        )}
      </div>
      <button
        type="button"
        aria-label="Dismiss"
        className="-mt-0.5 inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:bg-hover hover:text-ink pointer-coarse:size-9"
        onClick={onDismiss}
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </div>
  )
}

const ICONS = { success: CircleCheck, info: Info, error: CircleAlert }
const INKS = { success: "text-healthy-ink", info: "text-accent-ink", error: "text-danger-ink" }
