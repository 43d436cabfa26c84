import { CallError, call, type Runner } from "@countersign/core/web"
import { MOST_BREAKPOINTS } from "../../contract/snapshot.ts"
import { siteContract } from "../../contract.ts"
import { openFrame, SANDBOX } from "../editor/canvas/open-frame.ts"
import { fillFrame, type PreviewedPage } from "../fill-frame.ts"
import { refIn } from "../words.ts"
import { measureLayout } from "./measure-layout.ts"

type Answer = Awaited<ReturnType<Runner<typeof siteContract.renderSnapshot>>>

/** Draws the page as it would be published, once for each breakpoint, in a frame that nobody sees and that runs nothing. */
const renderSnapshot: Runner<typeof siteContract.renderSnapshot> = async (input, tab) => {
  const { signal } = tab
  const { breakpointId, nodeId } = input
  const key = input.document ?? openIn(tab.now().path) ?? (await homePage(signal))
  const document = key === null ? null : refIn(key)
  if (!document) return nothing("no such document")
  const { breakpoints } = await call(siteContract.listBreakpoints, {}, { signal })
  const wanted = breakpoints.filter(({ id }) => breakpointId === undefined || id === breakpointId)
  if (wanted.length === 0) return nothing("no such breakpoint")
  const page = await call(siteContract.previewDocument, { document, ids: true }, { signal }).catch(missing)
  if (!page) return nothing("no such document")
  if (page.html === "") return nothing("nothing to show")
  const snapshots: Answer["snapshots"] = []
  for (const { id, width } of wanted.slice(0, MOST_BREAKPOINTS)) {
    const layout = await inFrame(page, width, (view) => measureLayout(view, { nodeId }))
    if (!layout) return nothing("no such element")
    snapshots.push({ breakpointId: id, width, layout })
  }
  return { why: null, document: key, capturedAt: new Date().toISOString(), snapshots }
}
export default renderSnapshot

function nothing(why: NonNullable<Answer["why"]>): Answer {
  return { why, document: null, capturedAt: new Date().toISOString(), snapshots: [] }
}

/** The document that this tab shows, in the editor or on its page. */
function openIn(path: string): string | null {
  return /^\/site\/(?:edit|documents)\/([^/?]{1,80})/.exec(decodeURIComponent(path))?.[1] ?? null
}

async function homePage(signal: AbortSignal): Promise<string | null> {
  const { documents } = await call(siteContract.describeDocuments, {}, { signal })
  const home = documents.find(({ page }) => page?.address === "")
  return home ? `${home.document.type}:${home.document.id}` : null
}

function missing(error: unknown): null {
  if (error instanceof CallError && error.body.code === "not_found") return null
  throw error
}

const HEIGHT = 800

async function inFrame<T>(
  page: PreviewedPage,
  width: number,
  work: (view: Window & typeof globalThis) => T,
): Promise<T> {
  const frame = document.createElement("iframe")
  frame.setAttribute("sandbox", SANDBOX)
  frame.setAttribute("aria-hidden", "true")
  frame.tabIndex = -1
  // Out of sight and not away: what is not drawn has no boxes.
  frame.style.cssText = `position: fixed; left: -${width + 10_000}px; top: 0; width: ${width}px; height: ${HEIGHT}px; border: 0; pointer-events: none`
  document.body.append(frame)
  try {
    const opened = await openFrame(frame, page.html.startsWith("<!DOCTYPE html>") ? "standards" : "quirks")
    if (!opened.ok) throw new Error(opened.reason)
    fillFrame(frame, { ...page, html: page.html.replaceAll(' loading="lazy"', "") })
    await settled(opened.view)
    return work(opened.view)
  } finally {
    frame.remove()
  }
}

/** A picture that takes longer is told as it is then: without its size. */
const LONGEST_MS = 5_000

async function settled({ document: shown }: Window): Promise<void> {
  const pictures = [...shown.images].map((picture) => picture.decode().catch(() => undefined))
  const enough = new Promise((resolve) => setTimeout(resolve, LONGEST_MS))
  await Promise.race([Promise.all([shown.fonts.ready, ...pictures]), enough])
}
