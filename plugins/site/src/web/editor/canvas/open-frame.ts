/** The page in the frame of the canvas: loaded from the app's own origin, and proven to run nothing before anything goes in. */

export type OpenedFrame =
  | {
      readonly ok: true
      readonly view: Window & typeof globalThis /** Whether events of the frame reach us. */
      listens: boolean
    }
  | { readonly ok: false; readonly reason: string }

export const CANVAS_PATH = "/site/canvas"
export const SANDBOX = "allow-same-origin"

/**
 * Some browsers call no listener of ours in a frame that may run no scripts. There the frame is loaded anew with scripts allowed, under a
 * header that allows none; it is shown only where a script that we put into it does not run.
 */
export async function openFrame(frame: HTMLIFrameElement, mode: string): Promise<OpenedFrame> {
  const address = `${CANVAS_PATH}?mode=${encodeURIComponent(mode)}`
  const view = await load(frame, address)
  if (!view) return { ok: false, reason: NOT_LOADED }
  if (hears(view)) return { ok: true, view, listens: true }
  frame.setAttribute("sandbox", `${SANDBOX} allow-scripts`)
  const again = await load(frame, address)
  if (again && !runsScripts(again) && hears(again)) return { ok: true, view: again, listens: true }
  frame.setAttribute("sandbox", SANDBOX)
  const last = await load(frame, address)
  return last ? { ok: true, view: last, listens: false } : { ok: false, reason: NOT_LOADED }
}

const NOT_LOADED =
  "The canvas could not be loaded. Reload the page; if it stays like this, ask whoever runs the server whether something in front of it changes headers."

function load(frame: HTMLIFrameElement, address: string): Promise<(Window & typeof globalThis) | null> {
  return new Promise((resolve) => {
    frame.addEventListener("load", () => resolve(windowOf(frame)), { once: true })
    frame.src = address
  })
}

function windowOf(frame: HTMLIFrameElement): (Window & typeof globalThis) | null {
  const view = frame.contentWindow as (Window & typeof globalThis) | null
  try {
    // An error page of a browser or a proxy is of no origin that we could write into, or not empty.
    return view?.document.body && view.document.body.childElementCount === 0 ? view : null
  } catch {
    return null
  }
}

function hears({ document, Event }: Window & typeof globalThis): boolean {
  let heard = false
  const listen = () => {
    heard = true
  }
  document.addEventListener("cs-probe", listen)
  document.dispatchEvent(new Event("cs-probe"))
  document.removeEventListener("cs-probe", listen)
  return heard
}

function runsScripts({ document }: Window & typeof globalThis): boolean {
  const script = document.createElement("script")
  script.textContent = "document.documentElement.lang = 'ran'"
  document.head.append(script)
  script.remove()
  const ran = document.documentElement.lang === "ran"
  document.documentElement.removeAttribute("lang")
  return ran
}
