/**
 * Text edited in the element itself. Every key is told to the document first, and the canvas draws what came of it; only letters that are
 * composed stand in the element before the document knows them.
 */
import type { NodeId, SingleCommand } from "../../../document.ts"
import type { Drawing } from "../canvas/drawing.ts"
import type { EditorStore } from "../store/editor-store.ts"
import { textsIn } from "./phrasing.ts"
import {
  breakLine,
  type Caret,
  joinHost,
  replaceRange,
  splitHost,
  type Typed,
  type TypingContext,
  wrapWords,
} from "./typing.ts"

export interface TextSession {
  /** Looks whether the element is still there, after the canvas was drawn. */
  check(): void
  end(): void
}

export interface SessionOptions {
  readonly store: EditorStore
  readonly drawing: Drawing
  readonly host: NodeId
  /** Where the caret begins; null puts it at the end. */
  readonly point: { x: number; y: number } | null
  onEnd(): void
}

export function openTextSession({ store, drawing, host: first, point, onEnd }: SessionOptions): TextSession {
  const { page } = drawing
  const view = page.defaultView as Window & typeof globalThis
  let host = first
  let element: HTMLElement
  let isComposing = false
  let isOver = false
  /** By text: what it said when composing began. */
  let shown = new Map<NodeId, string>()

  function enter(id: NodeId): void {
    host = id
    element = drawing.nodeOf(id) as HTMLElement
    element.setAttribute("contenteditable", "plaintext-only")
    element.setAttribute("spellcheck", "false")
    element.addEventListener("beforeinput", beforeInput)
    element.addEventListener("keydown", keyDown)
    element.addEventListener("compositionstart", beginComposing)
    element.addEventListener("compositionend", endComposing)
    drawing.writeOut(id)
    element.focus({ preventScroll: true })
  }

  function leave(): void {
    element.removeAttribute("contenteditable")
    element.removeAttribute("spellcheck")
    element.removeEventListener("beforeinput", beforeInput)
    element.removeEventListener("keydown", keyDown)
    element.removeEventListener("compositionstart", beginComposing)
    element.removeEventListener("compositionend", endComposing)
  }

  function end(): void {
    if (isOver) return
    isOver = true
    if (isComposing) endComposing()
    leave()
    drawing.writeOut(null)
    page.removeEventListener("pointerdown", pointerDown)
    page.removeEventListener("selectstart", stop)
    view.getSelection()?.removeAllRanges()
    onEnd()
  }

  function stop(event: Event): void {
    if (!element.contains(event.target as Node)) event.preventDefault()
  }

  /** Somebody points elsewhere on the page. */
  function pointerDown(event: Event): void {
    if (!element.contains(event.target as Node)) end()
  }

  /** Leaving the words ends what is taken back at once, as a pause does. */
  const number = nextSession()
  function words(): string {
    return `${number} ${host}`
  }

  function context(): TypingContext | null {
    const { document } = store.get()
    return document ? { document, host, nextId: store.nextId } : null
  }

  /** Tells the document; what it refuses has its sentence there. */
  function type(typed: Typed | null, name = "Type", goesOn = true): void {
    if (!typed) return
    const answer = store.perform({
      name,
      commands: typed.commands,
      ...(goesOn && { typing: words() }),
      select: [typed.host],
    })
    if (!answer.ok) return
    if (typed.host !== host) {
      leave()
      enter(typed.host)
    }
    setCaret(typed.caret)
  }

  function setCaret({ node, at }: Caret): void {
    const drawn = drawing.nodeOf(node)
    if (!drawn) return
    const most = drawn.nodeType === TEXT ? (drawn as Text).data.length : drawn.childNodes.length
    view.getSelection()?.collapse(drawn, Math.min(at, most))
  }

  function beforeInput(event: InputEvent): void {
    // What is composed cannot be held back; it is read when it is done.
    if (isComposing || event.isComposing || event.inputType === "insertCompositionText") return
    event.preventDefault()
    const about = context()
    if (!about) return
    const range = chosen(event)
    const kind = event.inputType
    if (kind === "historyUndo") store.undo()
    else if (kind === "historyRedo") store.redo()
    else if (!range) return
    else if (kind === "insertParagraph" || kind === "insertLineBreak") newLine(about, range)
    else if (kind.startsWith("delete")) {
      if (!sameCaret(range)) type(replaceRange(about, ...range, ""))
      else if (kind === "deleteContentBackward") type(joinHost(about, "before"), "Join", false)
      else if (kind === "deleteContentForward") type(joinHost(about, "behind"), "Join", false)
    } else {
      const words = event.data ?? event.dataTransfer?.getData("text/plain") ?? ""
      type(replaceRange(about, ...range, words.replaceAll(/[\r\n]+/g, " ")))
    }
  }

  function newLine(about: TypingContext, [from, to]: [Caret, Caret]): void {
    if (!sameCaret([from, to])) type(replaceRange(about, from, to, ""))
    const now = context()
    if (now) type(isLineBreak ? breakLine(now, from) : splitHost(now, from), "New paragraph", false)
  }

  /** Whether the line break that comes now was asked for with Shift: both say the same of themselves in plain text. */
  let isLineBreak = false

  function keyDown(event: KeyboardEvent): void {
    if (event.isComposing || event.keyCode === COMPOSES) return
    const withMod = event.ctrlKey || event.metaKey
    isLineBreak = event.key === "Enter" && event.shiftKey
    if (event.key === "Escape") {
      event.preventDefault()
      end()
      return
    }
    if (!withMod) {
      atBorder(event)
      return
    }
    const key = event.key.toLowerCase()
    const about = context()
    if (key === "z" || key === "y") {
      event.preventDefault()
      if (key === "y" || event.shiftKey) store.redo()
      else store.undo()
    } else if (key === "k" && event.altKey && about) {
      event.preventDefault()
      const range = selected()
      // Where it leads is changed in the inspector, once the link is selected.
      if (range) type(wrapWords(about, ...range, "a", [["href", "/"]]), "Link", false)
    } else if ((key === "b" || key === "i") && about) {
      event.preventDefault()
      const range = selected()
      if (range) type(wrapWords(about, ...range, key === "b" ? "strong" : "em"), key === "b" ? "Bold" : "Stress", false)
    }
  }

  /** A browser says nothing of a key that could delete nothing. */
  function atBorder(event: KeyboardEvent): void {
    if (event.key !== "Backspace" && event.key !== "Delete") return
    const about = context()
    const range = selected()
    if (!about || !range || !sameCaret(range)) return
    const texts = textsIn(about.document, host)
    const border = event.key === "Backspace" ? texts[0] : texts.at(-1)
    const [{ node, at }] = range
    const isThere =
      !border || (node === border.id && at === (event.key === "Backspace" ? 0 : border.text.length)) || node === host
    if (!isThere) return
    event.preventDefault()
    type(joinHost(about, event.key === "Backspace" ? "before" : "behind"), "Join", false)
  }

  /** What the key is about: what is selected, or what a browser would take away. */
  function chosen(event: InputEvent): [Caret, Caret] | null {
    const [range] = event.getTargetRanges()
    if (!range) return selected()
    return caretsOf(range.startContainer, range.startOffset, range.endContainer, range.endOffset)
  }

  function selected(): [Caret, Caret] | null {
    const selection = view.getSelection()
    if (!selection || selection.rangeCount === 0) return null
    const range = selection.getRangeAt(0)
    return caretsOf(range.startContainer, range.startOffset, range.endContainer, range.endOffset)
  }

  function caretsOf(from: Node, fromAt: number, to: Node, toAt: number): [Caret, Caret] | null {
    const start = caretIn(from, fromAt)
    const stop = caretIn(to, toAt)
    return start && stop && [start, stop]
  }

  /** In a text wherever there is one. */
  function caretIn(node: Node, at: number): Caret | null {
    if (!element.contains(node)) return null
    if (node.nodeType === TEXT) {
      const id = drawing.idOf(node)
      return id === null ? null : { node: id, at }
    }
    const behind = node.childNodes[at]
    if (behind?.nodeType === TEXT) return caretIn(behind, 0)
    const before = node.childNodes[at - 1]
    if (before?.nodeType === TEXT) return caretIn(before, (before as Text).data.length)
    const id = drawing.idOf(node)
    return id === null ? null : { node: id, at }
  }

  function beginComposing(): void {
    const { document } = store.get()
    if (!document) return
    isComposing = true
    shown = new Map(textsIn(document, host).map(({ id, text }) => [id, text]))
    drawing.hold()
  }

  function endComposing(): void {
    if (!isComposing) return
    isComposing = false
    const { document } = store.get()
    const caret = selected()?.[0] ?? null
    const commands: SingleCommand[] = []
    let made: Caret | null = null
    if (document) {
      for (const [id, base] of shown) {
        const node = drawing.nodeOf(id) as Text | null
        const text = node?.isConnected ? node.data : ""
        if (text !== base) commands.push({ type: "setText", document: document.ref, node: id, text, base })
      }
      for (const stray of strays()) {
        const id = store.nextId()
        const fragment = { roots: [id], nodes: [{ kind: "text" as const, id, text: stray.data }] }
        commands.push({
          type: "insert",
          document: document.ref,
          place: { parent: host, after: null, before: null },
          fragment,
        })
        made = { node: id, at: stray.data.length }
        drawing.forget(stray)
      }
    }
    if (commands.length > 0) store.perform({ name: "Type", commands, typing: words() })
    drawing.release()
    if (made ?? caret) setCaret((made ?? caret)!)
  }

  /** A browser makes a text of its own where there was none. */
  function strays(): Text[] {
    const walker = page.createTreeWalker(element, 4)
    const found: Text[] = []
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null)
      if (!isKnown(node) && node.data !== "") found.push(node)
    return found
  }

  function isKnown(node: Text): boolean {
    const id = drawing.idOf(node)
    return id !== null && drawing.nodeOf(id) === node
  }

  enter(first)
  page.addEventListener("pointerdown", pointerDown)
  page.addEventListener("selectstart", stop)
  placeCaret()

  function placeCaret(): void {
    const at = point && caretFromPoint(page, point.x, point.y)
    const selection = view.getSelection()
    if (at && element.contains(at.node)) selection?.collapse(at.node, at.offset)
    else {
      selection?.selectAllChildren(element)
      selection?.collapseToEnd()
    }
  }

  return {
    check() {
      if (isOver || drawing.nodeOf(host) === element) return
      const next = drawing.nodeOf(host)
      if (!next) end()
      else {
        leave()
        enter(host)
      }
    },
    end,
  }
}

let sessions = 0
function nextSession(): number {
  sessions += 1
  return sessions
}

const TEXT = 3
/** What browsers say of keys that an input method has taken. */
const COMPOSES = 229

function sameCaret([one, other]: readonly [Caret, Caret]): boolean {
  return one.node === other.node && one.at === other.at
}

/** Browsers have the one or the other. */
interface PointedDocument {
  caretPositionFromPoint?: (x: number, y: number) => { offsetNode: Node; offset: number } | null
  caretRangeFromPoint?: (x: number, y: number) => Range | null
}

function caretFromPoint(page: Document, x: number, y: number): { node: Node; offset: number } | null {
  const pointed: PointedDocument = page
  if (pointed.caretPositionFromPoint) {
    const found = pointed.caretPositionFromPoint(x, y)
    return found && { node: found.offsetNode, offset: found.offset }
  }
  const range = pointed.caretRangeFromPoint?.(x, y)
  return range ? { node: range.startContainer, offset: range.startOffset } : null
}
