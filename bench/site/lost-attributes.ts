import type { Page } from "playwright-core"

/**
 * Attributes that the page had and its published form has not, as Chromium reads both. Those may go that run something, and
 * those of elements that a page of a site has not: scripts, and styles, which live in sheets of their own.
 */
export function lostAttributes(tab: Page, original: string, published: string): Promise<string[]> {
  return tab.evaluate(
    ([before, after]) => {
      const counted = (html: string): Map<string, number> => {
        const counts = new Map<string, number>()
        const visit = (root: ParentNode) => {
          for (const element of root.querySelectorAll("*")) {
            if (element instanceof HTMLTemplateElement) visit(element.content)
            if (element.matches("script, style, base, link")) continue
            for (const { name, value } of element.attributes) {
              if (/^on/.test(name) || /^\s*javascript:/i.test(value)) continue
              const key = `${element.localName} ${name} ${value}`
              counts.set(key, (counts.get(key) ?? 0) + 1)
            }
          }
        }
        visit(new DOMParser().parseFromString(html, "text/html"))
        return counts
      }
      const left = counted(after!)
      return [...counted(before!)].filter(([key, count]) => count > (left.get(key) ?? 0)).map(([key]) => key)
    },
    [original, published],
  )
}
