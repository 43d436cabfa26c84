import { LAYOUT_TAGS, type Layout, type LayoutWarning } from "../../contract/snapshot.ts"
import { type Color, contrastOf, readColor } from "../../document/css/read-color.ts"

const MOST_BOXES = 40
const MOST_WARNINGS = 20
/** Half pixels come of scaling, and nobody sees them. */
const SLACK = 1
/** WCAG 2.2, target size (minimum). */
const LEAST_TARGET = 24
/** Where people point with a finger. */
const WIDEST_TOUCH = 1_024
const MOST_TEXTS = 3_000

type View = Window & typeof globalThis

interface Measured {
  readonly element: HTMLElement
  readonly uid: string
  readonly rect: DOMRect
  readonly style: CSSStyleDeclaration
}

/** Where the elements of a page stand and what is wrong with that, in the window it is drawn in; null where the element is not in it. */
export function measureLayout(view: View, { nodeId }: { nodeId?: string | undefined }): Layout | null {
  const { document: shown } = view
  const all = [...shown.body.querySelectorAll<HTMLElement>("[data-uid]")].filter(
    (one) => one instanceof view.HTMLElement,
  )
  const root = nodeId === undefined ? shown.body : all.find((one) => one.dataset.uid === nodeId)
  if (!root) return null
  const measured = (nodeId === undefined ? all : all.filter((one) => root.contains(one))).map(
    (element): Measured => ({
      element,
      uid: element.dataset.uid!,
      rect: element.getBoundingClientRect(),
      style: view.getComputedStyle(element),
    }),
  )
  const drawn = measured.filter(({ element, rect, style }) => isDrawn(element, rect, style))
  const texts = drawn.filter(({ element }) => ownText(element) !== "").slice(0, MOST_TEXTS)
  const warnings = [
    ...tooWide(view, drawn),
    ...cutOff(drawn),
    ...brokenPictures(view, measured),
    ...invisible(measured),
    ...weakContrasts(view, texts),
    ...overlapping(view, texts),
    ...smallTargets(view, drawn),
  ]
  const boxes = drawn.filter(({ element }) => isLandmark(element)).map((one) => boxOf(view, one))
  return {
    viewport: { width: view.innerWidth, height: view.innerHeight },
    page: { width: shown.documentElement.scrollWidth, height: shown.documentElement.scrollHeight },
    boxes: boxes.slice(0, MOST_BOXES),
    warnings: warnings.slice(0, MOST_WARNINGS),
    left: {
      boxes: Math.max(0, boxes.length - MOST_BOXES),
      warnings: Math.max(0, warnings.length - MOST_WARNINGS),
    },
  }
}

function boxOf(view: View, { uid, element, rect }: Measured): Layout["boxes"][number] {
  const box = [rect.x + view.scrollX, rect.y + view.scrollY, rect.width, rect.height].map(Math.round)
  return { uid, tag: tagOf(element), box: box as [number, number, number, number] }
}

const LANDMARKS = new Set(
  "HEADER NAV MAIN SECTION ARTICLE ASIDE FOOTER FORM H1 H2 H3 TABLE FIGURE IMG VIDEO BUTTON".split(" "),
)

/** What a page is made of for whoever looks at it; the rest is asked for by its id. */
function isLandmark(element: HTMLElement): boolean {
  return (
    LANDMARKS.has(element.tagName) || (element.parentElement !== null && LANDMARKS.has(element.parentElement.tagName))
  )
}

function tagOf({ tagName }: Element): string {
  const tag = tagName.toLowerCase()
  return LAYOUT_TAGS.includes(tag) ? tag : "element"
}

function warn(problem: LayoutWarning["problem"], { uid, element }: Measured, measured?: number): LayoutWarning {
  return {
    problem,
    uid,
    tag: tagOf(element),
    ...(measured === undefined ? {} : { measured: Math.round(measured * 10) / 10 }),
  }
}

function isDrawn(element: HTMLElement, { width, height }: DOMRect, { visibility }: CSSStyleDeclaration): boolean {
  return visibility === "visible" && width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true })
}

function ownText(element: HTMLElement): string {
  return [...element.childNodes]
    .map((node) => (node.nodeType === TEXT_NODE ? node.nodeValue : ""))
    .join("")
    .trim()
}

const TEXT_NODE = 3

/** The innermost ones: what holds them is as wide because of them. Words may stick out of a box that is not too wide itself. */
function tooWide(view: View, drawn: readonly Measured[]): LayoutWarning[] {
  const width = view.document.documentElement.clientWidth
  const out = drawn
    .filter(({ element, style }) => style.overflowX === "visible" || ownText(element) === "")
    .map((one) => ({ ...one, right: Math.max(one.rect.right, wordsBox(view, one.element)?.right ?? 0) }))
    .filter(({ element, style, right }) => right > width + SLACK && !isClipped(view, element, style))
  const holders = new Set(out.map(({ element }) => element.parentElement))
  return out
    .filter(({ element }) => !holders.has(element))
    .map((one) => warn("wider than the window", one, one.right - width))
}

/** By something around it that scrolls or hides: nobody has to scroll the page for it. */
function isClipped(view: View, element: HTMLElement, style: CSSStyleDeclaration): boolean {
  if (style.position === "fixed") return false
  for (let at = element.parentElement; at && at !== view.document.body; at = at.parentElement)
    if (view.getComputedStyle(at).overflowX !== "visible") return true
  return false
}

function cutOff(drawn: readonly Measured[]): LayoutWarning[] {
  return drawn
    .filter(({ element, style }) => style.overflowX === "hidden" && element.scrollWidth > element.clientWidth + SLACK)
    .filter(({ style }) => style.textOverflow !== "ellipsis")
    .map((one) => warn("content is cut off", one, one.element.scrollWidth - one.element.clientWidth))
}

function brokenPictures(view: View, measured: readonly Measured[]): LayoutWarning[] {
  return measured
    .filter(({ element }) => element instanceof view.HTMLImageElement && element.complete && element.naturalWidth === 0)
    .map((one) => warn("broken picture", one))
}

/** What holds words that nobody sees. What is not displayed is meant to be away, and what the keyboard brings back is too. */
function invisible(measured: readonly Measured[]): LayoutWarning[] {
  return measured
    .filter(({ element }) => ownText(element) !== "" && element.checkVisibility())
    .filter(({ element, rect, style }) => {
      if (element.closest("a[href^='#']")) return false
      const isAside = rect.right <= 0 || rect.bottom <= 0
      const isEmpty = rect.width < SLACK || rect.height < SLACK
      return isAside || isEmpty || style.visibility !== "visible" || !element.checkVisibility({ opacityProperty: true })
    })
    .map((one) => warn("invisible", one))
}

function weakContrasts(view: View, texts: readonly Measured[]): LayoutWarning[] {
  const found = new Map<string, LayoutWarning>()
  for (const one of texts) {
    const over = readColor(one.style.color)
    const below = groundOf(view, one.element)
    if (!over || !below) continue
    const size = Number.parseFloat(one.style.fontSize)
    const isLarge = size >= 24 || (size >= 18.66 && Number(one.style.fontWeight) >= 700)
    const ratio = contrastOf(over, below)
    // One for each pair of colours: a list of fifty grey lines is one problem.
    const pair = `${one.style.color} ${JSON.stringify(below)} ${isLarge}`
    if (ratio < (isLarge ? 3 : 4.5) && !found.has(pair)) found.set(pair, warn("weak contrast", one, ratio))
  }
  return [...found.values()]
}

/** The nearest ground that nothing shows through; null where a picture or a half-transparent one decides, which is not a matter of colours. */
function groundOf(view: View, from: HTMLElement): Color | null {
  for (let at: HTMLElement | null = from; at; at = at.parentElement) {
    const { backgroundColor, backgroundImage } = view.getComputedStyle(at)
    if (backgroundImage !== "none") return null
    const color = readColor(backgroundColor)
    if (!color) return null
    if (color.alpha === 1) return color
    if (color.alpha > 0) return null
  }
  const { colorScheme } = view.getComputedStyle(view.document.documentElement)
  const isDark = /dark/.test(colorScheme) && view.matchMedia("(prefers-color-scheme: dark)").matches
  return isDark ? null : { red: 1, green: 1, blue: 1, alpha: 1 }
}

/** Texts that stand over each other by a quarter of the smaller one. Along the page from top to bottom, so that few are compared. */
function overlapping(view: View, texts: readonly Measured[]): LayoutWarning[] {
  const placed = texts
    .filter(({ element, style }) => !isAfloat(view, element, style))
    .flatMap((one) => {
      const words = wordsBox(view, one.element)
      return words && words.width > 0 && words.height > 0 ? [{ ...one, words }] : []
    })
    .sort((a, b) => a.words.top - b.words.top)
  const found: LayoutWarning[] = []
  for (const [at, one] of placed.entries()) {
    for (let next = at + 1; next < placed.length && placed[next]!.words.top < one.words.bottom; next += 1) {
      const other = placed[next]!
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue
      const width = Math.min(one.words.right, other.words.right) - Math.max(one.words.left, other.words.left)
      const height = Math.min(one.words.bottom, other.words.bottom) - other.words.top
      const smaller = Math.min(areaOf(one.words), areaOf(other.words))
      if (width > SLACK && height > SLACK && width * height > smaller / 4)
        found.push({ ...warn("texts overlap", one), with: other.uid })
      if (found.length > MOST_WARNINGS) return found
    }
  }
  return found
}

/** What stays in its place while the page moves is over it on purpose. */
function isAfloat(view: View, element: HTMLElement, style: CSSStyleDeclaration): boolean {
  if (style.position === "fixed" || style.position === "sticky") return true
  const { parentElement } = element
  return parentElement !== null && isAfloat(view, parentElement, view.getComputedStyle(parentElement))
}

/** Of its own words, and not of the box that may be as wide as the page. */
function wordsBox(view: View, element: HTMLElement): DOMRect | null {
  const range = view.document.createRange()
  const own = [...element.childNodes].filter((node) => node.nodeType === TEXT_NODE && node.nodeValue?.trim())
  if (own.length === 0) return null
  range.setStartBefore(own[0]!)
  range.setEndAfter(own.at(-1)!)
  return range.getBoundingClientRect()
}

function areaOf({ width, height }: DOMRect): number {
  return width * height
}

/** Too small to be hit, and too close to another one to be hit by itself: WCAG 2.2 lets small ones stand alone. */
function smallTargets(view: View, drawn: readonly Measured[]): LayoutWarning[] {
  if (view.innerWidth > WIDEST_TOUCH) return []
  const targets = drawn
    .filter(({ element }) => element.matches("a[href], button, input:not([type=hidden]), select, textarea, summary"))
    .slice(0, MOST_TARGETS)
  return (
    targets
      .filter(({ rect }) => Math.min(rect.width, rect.height) < LEAST_TARGET)
      // A link among words is as high as its line.
      .filter(
        ({ element, style }) => style.display !== "inline" || !element.parentElement || !ownText(element.parentElement),
      )
      .filter((one) => targets.some((other) => other !== one && isClose(one.rect, other.rect)))
      .map((one) => warn("small target", one, Math.min(one.rect.width, one.rect.height)))
  )
}

const MOST_TARGETS = 300

/** Whether the circle around the middle of a small target reaches into another, or into the circle of another small one. */
function isClose(one: DOMRect, other: DOMRect): boolean {
  const [x, y] = [one.x + one.width / 2, one.y + one.height / 2]
  const beside = Math.max(other.left - x, 0, x - other.right)
  const above = Math.max(other.top - y, 0, y - other.bottom)
  if (Math.hypot(beside, above) < LEAST_TARGET / 2) return true
  const isSmall = Math.min(other.width, other.height) < LEAST_TARGET
  return isSmall && Math.hypot(x - other.x - other.width / 2, y - other.y - other.height / 2) < LEAST_TARGET
}
