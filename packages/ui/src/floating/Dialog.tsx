import { X } from "lucide-react"
import { Dialog as Primitive } from "radix-ui"
import type { ReactNode, RefObject } from "react"
import { useLayoutEffect, useRef } from "react"
import { cx } from "../class-names.ts"
import { Form, type FormFailure, FormFailureNotice } from "../fields/Form.tsx"
import { plainly } from "../text/PlainText.tsx"

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  size?: "sm" | "md" | "lg"
  children?: ReactNode
  /** Buttons: the safe one first, the one that acts last. */
  footer?: ReactNode
  /** Takes the focus on opening; else the first thing that can. */
  initialFocus?: RefObject<HTMLElement | null>
} & DialogFormProps

/** Wraps body and footer in a form; a submit button in the footer then submits it. */
export type DialogFormProps =
  | { onSubmit: () => void; formName: string; failure?: FormFailure | null }
  | { onSubmit?: undefined; formName?: undefined; failure?: undefined }

export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = "md",
  children,
  footer,
  onSubmit,
  formName,
  failure,
  initialFocus,
}: DialogProps) {
  const inner = (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-4 pb-5">
        <Primitive.Title className="pr-8 font-semibold text-title">{plainly(title)}</Primitive.Title>
        {description && (
          <Primitive.Description asChild>
            <div className="mt-1 text-muted text-prose">{plainly(description)}</div>
          </Primitive.Description>
        )}
        {children && (
          <div className="mt-4">
            <FormFailureNotice className="mb-4" />
            {children}
          </div>
        )}
      </div>
      {footer && <DialogFooter>{footer}</DialogFooter>}
    </>
  )

  return (
    <ModalFrame
      open={open}
      onOpenChange={onOpenChange}
      described={Boolean(description)}
      initialFocus={initialFocus}
      className={cx(
        "inset-x-0 bottom-0 mx-auto max-h-[90dvh] w-full rounded-t-lg",
        "sm:top-[12vh] sm:bottom-auto sm:max-h-[76vh] sm:rounded-lg",
        SIZES[size],
      )}
    >
      {onSubmit ? (
        <Form
          name={formName}
          onSubmit={onSubmit}
          failure={failure}
          placesNotice
          className="flex min-h-0 flex-1 flex-col"
        >
          {inner}
        </Form>
      ) : (
        inner
      )}
      <Primitive.Close
        aria-label="Close"
        className="absolute top-3.5 right-3.5 inline-flex size-8 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </Primitive.Close>
    </ModalFrame>
  )
}

export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-hairline border-t px-5 py-3">
      {children}
    </div>
  )
}

export type ModalFrameProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Whether a Description is inside. */
  described?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  className?: string
  children: ReactNode
}

/** Backdrop, focus trap, Escape and click outside: what Dialog, Drawer and CommandPalette stand on. Needs a Title inside. */
export function ModalFrame({ open, onOpenChange, described, initialFocus, className, children }: ModalFrameProps) {
  const opener = useRef<Element | null>(null)
  useScrollLock(open)
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        {/* Not Primitive.Overlay: it locks scrolling with an injected <style>, which the content security policy refuses. */}
        {open && <div aria-hidden className="fixed inset-0 z-40 bg-backdrop" />}
        <Primitive.Content
          {...(described ? {} : { "aria-describedby": undefined })}
          className={cx(
            "fixed z-40 flex flex-col overflow-hidden border border-line bg-raised text-table shadow-float outline-none",
            className,
          )}
          onOpenAutoFocus={(event) => {
            opener.current = openerOf(document.activeElement)
            if (!initialFocus?.current) return
            event.preventDefault()
            initialFocus.current.focus()
          }}
          onCloseAutoFocus={(event) => {
            // The primitive gives the focus back to its own trigger only, and there is none here.
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
          }}
          onInteractOutside={(event) => {
            // Dismissing a notification must not throw away what was being typed here.
            if (event.target instanceof Element && event.target.closest("[data-toasts]")) event.preventDefault()
          }}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

export const ModalTitle = Primitive.Title
export const ModalClose = Primitive.Close

const SIZES = { sm: "sm:max-w-md", md: "sm:max-w-xl", lg: "sm:max-w-3xl" }

/** A menu that opened the dialog is gone when the dialog closes; its button is not. */
function openerOf(focused: Element | null): Element | null {
  const buttonId = focused?.closest("[role=menu]")?.getAttribute("aria-labelledby")
  return buttonId ? document.getElementById(buttonId) : focused
}

let locks = 0

/** Our own: the usual one injects a <style> element, which the content security policy refuses. */
function useScrollLock(locked: boolean) {
  useLayoutEffect(() => {
    if (!locked) return
    const root = document.documentElement
    // Keeps the page from widening by the scrollbar it loses.
    if (locks++ === 0) root.style.setProperty("--scrollbar-width", `${window.innerWidth - root.clientWidth}px`)
    root.dataset.scrollLock = ""
    return () => {
      if (--locks === 0) delete root.dataset.scrollLock
    }
  }, [locked])
}
