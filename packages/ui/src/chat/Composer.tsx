import { ArrowUp, ImagePlus, Square, X } from "lucide-react"
import type { ClipboardEvent, DragEvent, KeyboardEvent, ReactNode, Ref } from "react"
import { useEffect, useId, useImperativeHandle, useRef, useState } from "react"
import { Button } from "../actions/Button.tsx"
import { IconButton } from "../actions/IconButton.tsx"
import { cx } from "../class-names.ts"
import { Notice } from "../states/Notice.tsx"
import { readDraft, storeDraft } from "./draft.ts"
import { type ChatImage, IMAGE_TYPES, MOST_IMAGES, readImage } from "./read-image.ts"

export type ComposerHandle = {
  focus: () => void
  /** Puts a text where the next message is written, for the person to go on with. */
  write: (text: string) => void
}

export type ComposerProps = {
  /** What is typed is kept under this name until it is sent or the tab is closed. */
  draftKey: string
  /** Done when the message is taken. A rejection's message is shown, and what was typed comes back. */
  onSend: (draft: { text: string; images?: ChatImage[] }) => Promise<unknown>
  running: boolean
  stopping: boolean
  onStop: () => void
  /** The model can look at pictures. */
  seesImages: boolean
  placeholder?: string
  /** Choices about the next message, left of the button. */
  pickers?: ReactNode
  meter?: ReactNode
  autoFocus?: boolean
  ref?: Ref<ComposerHandle>
}

/** Where the next message is written. */
export function Composer(props: ComposerProps) {
  const { draftKey, onSend, running, stopping, onStop, seesImages, placeholder, pickers, meter, autoFocus, ref } = props
  const [text, setText] = useState(() => readDraft(draftKey))
  const [images, setImages] = useState<readonly ChatImage[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const [sending, setSending] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const hintId = useId()

  function write(next: string) {
    setText(next)
    storeDraft(draftKey, next)
  }
  useImperativeHandle(ref, () => ({
    focus: () => area.current?.focus(),
    write(next) {
      setText(next)
      storeDraft(draftKey, next)
      area.current?.focus()
    },
  }))
  useEffect(() => {
    // A menu that somebody opened while the conversation was still loading would close under their hand.
    const busyElsewhere = document.activeElement?.closest("[role=menu], [role=dialog], [role=listbox]")
    if (autoFocus && !busyElsewhere) area.current?.focus({ preventScroll: true })
  }, [autoFocus])

  const ready = (text.trim() !== "" || images.length > 0) && !running && !sending

  async function send() {
    if (!ready) return
    const draft = { text: text.trim(), ...(images.length > 0 ? { images: [...images] } : {}) }
    setSending(true)
    setFailure(null)
    setText("")
    setImages([])
    try {
      await onSend(draft)
      storeDraft(draftKey, "")
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      // Whatever was typed meanwhile stands below what did not get through.
      setText((now) => (now ? `${text}\n${now}` : text))
      setImages((now) => [...images, ...now])
    } finally {
      setSending(false)
    }
  }

  function handleKeyDown(event: KeyboardEvent) {
    // Enter also ends the composing of a word in many scripts; 229 is how older Safari says so.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return
    event.preventDefault()
    void send()
  }

  async function attach(added: readonly File[]) {
    setFailure(null)
    try {
      if (!seesImages) throw new Error("This model cannot look at pictures. Choose one that can, or describe it.")
      if (images.length + added.length > MOST_IMAGES)
        throw new Error(`A message takes at most ${MOST_IMAGES} pictures.`)
      const read = await Promise.all(added.map(readImage))
      setImages((now) => [...now, ...read].slice(0, MOST_IMAGES))
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  function handlePaste(event: ClipboardEvent) {
    const pasted = picturesOf(event.clipboardData)
    if (pasted.length === 0) return
    event.preventDefault()
    void attach(pasted)
  }
  function handleDrop(event: DragEvent) {
    const dropped = picturesOf(event.dataTransfer)
    if (dropped.length === 0) return
    event.preventDefault()
    void attach(dropped)
  }

  return (
    <form
      name="message"
      aria-label="Write to the assistant"
      data-composer
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
      onDragOver={(event) => event.dataTransfer.types.includes("Files") && event.preventDefault()}
      onDrop={handleDrop}
    >
      {failure && (
        <Notice
          tone="error"
          action={
            text.trim() || images.length > 0 ? (
              <Button size="sm" onClick={send}>
                Try again
              </Button>
            ) : undefined
          }
        >
          {failure}
        </Notice>
      )}
      <div
        className={cx(
          "@container min-w-0 rounded-lg border border-control bg-surface hover:border-muted",
          "has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-focus has-[textarea:focus-visible]:-outline-offset-1",
        )}
      >
        {images.length > 0 && (
          <Previews images={images} onRemove={(index) => setImages(images.filter((_, place) => place !== index))} />
        )}
        <textarea
          ref={area}
          rows={1}
          aria-label="Message"
          aria-describedby={hintId}
          placeholder={placeholder ?? "Ask, or say what to do"}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={handleKeyDown}
          onPaste={handlePaste}
          className="field-sizing-content block max-h-66 min-h-11 w-full resize-none bg-transparent px-3 pt-2.5 pb-1 text-prose outline-none pointer-coarse:text-[16px]"
        />
        <span id={hintId} className="sr-only">
          Enter sends, Shift and Enter begin a new line.
        </span>
        <div className="flex min-w-0 items-center gap-1 p-1.5">
          <div className="flex min-w-0 flex-1 items-center gap-1">
            {seesImages && (
              <>
                <IconButton
                  size="sm"
                  label="Attach a picture"
                  icon={<ImagePlus />}
                  onClick={() => files.current?.click()}
                />
                <input
                  ref={files}
                  type="file"
                  accept={IMAGE_TYPES.join(",")}
                  multiple
                  hidden
                  onChange={(event) => {
                    void attach([...(event.target.files ?? [])])
                    event.target.value = ""
                  }}
                />
              </>
            )}
            {pickers}
          </div>
          {meter}
          {running ? (
            <IconButton
              label={stopping ? "Stopping" : "Stop"}
              variant="secondary"
              icon={<Square className="fill-current" />}
              disabled={stopping}
              onClick={() => {
                onStop()
                // The button goes away under the keyboard; on a phone the focus would call its keyboard up.
                if (!window.matchMedia("(pointer: coarse)").matches) area.current?.focus({ preventScroll: true })
              }}
            />
          ) : (
            <IconButton
              type="submit"
              label="Send"
              shortcut="Enter"
              icon={<ArrowUp />}
              disabled={!ready}
              className="border-transparent! bg-accent text-on-accent! enabled:hover:bg-accent-strong!"
            />
          )}
        </div>
      </div>
    </form>
  )
}

function Previews({ images, onRemove }: { images: readonly ChatImage[]; onRemove: (index: number) => void }) {
  return (
    <ul aria-label="Pictures to send" className="flex flex-wrap gap-2 px-3 pt-3">
      {images.map(({ mediaType, data }, index) => (
        <li key={data} className="relative">
          <img
            src={`data:${mediaType};base64,${data}`}
            alt={`Attachment ${index + 1}`}
            className="size-16 rounded-md border border-hairline object-cover"
          />
          <button
            type="button"
            aria-label={`Remove picture ${index + 1}`}
            onClick={() => onRemove(index)}
            className="-top-2 -right-2 absolute inline-flex size-6 items-center justify-center rounded-full border border-line bg-raised text-muted hover:text-ink"
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  )
}

function picturesOf(transfer: DataTransfer): File[] {
  return [...transfer.files].filter(({ type }) => type.startsWith("image/"))
}
