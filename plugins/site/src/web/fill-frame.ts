/** How a page looks, as the server rendered it. */
export interface PreviewedPage {
  readonly html: string
  readonly styles: readonly { readonly css: string; readonly media: string }[]
}

/**
 * Puts a rendered page into a frame that runs nothing. The frame takes over the policy of the app's own pages, which loads
 * nothing from elsewhere and knows no inline styles; so styles come as objects, which that policy is not asked about.
 */
export function fillFrame(frame: HTMLIFrameElement, { html, styles }: PreviewedPage): void {
  const shown = frame.contentDocument
  const view = frame.contentWindow as (Window & typeof globalThis) | null
  if (!shown || !view) return
  const page = new DOMParser().parseFromString(html, "text/html")
  const own = [...page.querySelectorAll("style")].map((style) => ({ css: style.textContent, media: style.media }))
  for (const element of page.querySelectorAll("style, link, script, base, meta[http-equiv]")) element.remove()
  const written = takeStyles(page)
  shown.replaceChild(shown.importNode(page.documentElement, true), shown.documentElement)
  const elements = shown.querySelectorAll<HTMLElement>("*")
  for (const [at, style] of written) elements[at]!.style.cssText = style
  shown.adoptedStyleSheets = [...styles, ...own].map(({ css, media }) => {
    const sheet = new view.CSSStyleSheet(media ? { media } : {})
    sheet.replaceSync(css)
    return sheet
  })
  // A link would put another page into the frame, and the app's pages refuse to stand in one.
  shown.addEventListener("click", stay)
  shown.addEventListener("submit", stay)
}

/** What `style` says, by the place of the element in the page. */
function takeStyles(page: Document): [at: number, style: string][] {
  return [...page.querySelectorAll("*")].flatMap((element, at): [number, string][] => {
    const style = element.getAttribute("style")
    if (style === null) return []
    element.removeAttribute("style")
    return [[at, style]]
  })
}

function stay(event: Event): void {
  event.preventDefault()
}
