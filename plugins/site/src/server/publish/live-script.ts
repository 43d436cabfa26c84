import { createHash } from "node:crypto"

/**
 * Refreshes the parts of a page that change by themselves: while it is looked at, the page is asked for again, which costs a 304 most of
 * the time. What comes is parsed and never run. Parts are told by their order; where there are more or fewer of them, the page is loaded anew.
 */
export const LIVE_SCRIPT = `(() => {
const parts = (root) => {
  const found = [], walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT)
  let depth = 0, start
  for (let node; (node = walker.nextNode()); ) {
    if (/^live \\d+$/.test(node.data) && depth++ === 0) start = node
    if (/^\\/live \\d+$/.test(node.data) && --depth === 0) found.push([start, node])
  }
  return found
}
const inside = ([start, end]) => {
  const range = new Range()
  range.setStartAfter(start)
  range.setEndBefore(end)
  return range
}
const written = (range) => new XMLSerializer().serializeToString(range.cloneContents())
const refresh = async () => {
  if (document.hidden) return
  const answer = await fetch(location.href, { cache: "no-cache", credentials: "omit" })
  if (!answer.ok) return
  const fresh = parts(new DOMParser().parseFromString(await answer.text(), "text/html"))
  const shown = parts(document)
  if (fresh.length !== shown.length) return location.reload()
  shown.forEach((part, at) => {
    const [now, then] = [inside(fresh[at]), inside(part)]
    if (written(now) === written(then)) return
    then.deleteContents()
    part[0].after(document.importNode(now.cloneContents(), true))
  })
}
const tick = () => refresh().catch(() => {})
setInterval(tick, 30000)
document.addEventListener("visibilitychange", tick)
})()`

export const LIVE_SCRIPT_HASH = createHash("sha256").update(LIVE_SCRIPT).digest("base64")
