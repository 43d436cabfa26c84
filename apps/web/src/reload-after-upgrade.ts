/**
 * A tab of the previous version asks for chunks that are gone: load the page anew, once. A chunk may also be out of reach
 * because the network or the server is away; then the tab stays, for a new load would end at an error page of the browser
 * and lose what was written.
 */
export function reloadAfterUpgrade(): void {
  addEventListener("vite:preloadError", () => {
    void isOtherVersion(ownScript(), () => fetch("/", { cache: "no-store" })).then((isOther) => {
      const last = Number(sessionStorage.getItem("reloaded-at") ?? 0)
      if (!isOther || Date.now() - last < 10_000) return
      sessionStorage.setItem("reloaded-at", String(Date.now()))
      location.reload()
    })
  })
}

/** Whether the server has a page now that begins with another script. False where it does not answer. */
export async function isOtherVersion(script: string, readPage: () => Promise<Response>): Promise<boolean> {
  if (script === "") return false
  try {
    const answer = await readPage()
    return answer.ok && !(await answer.text()).includes(`"${script}"`)
  } catch {
    return false
  }
}

/** The name of the first script changes with everything that it loads. */
function ownScript(): string {
  return document.querySelector("script[type=module][src]")?.getAttribute("src") ?? ""
}
