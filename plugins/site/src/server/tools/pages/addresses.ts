import { addressFrom, addressProblem, type Command, freeAddress, pageAt, refuse, type Site } from "../../../document.ts"

/** A slug as models write it: `index` and `/` are the home page, and a slash at either end means nothing. */
export function addressOf(slug: string): string {
  const path = slug.trim().replace(/^\/+|(?<!\/)\/+$/g, "")
  return path === "index" ? "" : path
}

/** A free address for a new page: what was asked for, told apart by a number, or one made of its title. */
export function newAddress(site: Site, title: string, slug: string | undefined): string {
  const wanted = slug === undefined ? addressFrom(title) : addressOf(slug)
  const problem = addressProblem(wanted)
  if (problem) refuse(problem)
  return freeAddress(site.facts, wanted)
}

/** The commands that put a page at an address. Whoever was the home page gets an address of its own. */
export function moveTo(site: Site, page: string, slug: string): { commands: Command[]; warnings: string[] } {
  const address = addressOf(slug)
  const move: Command = { type: "page.set", page, set: { address } }
  const other = address === "" ? pageAt(site.facts, "") : null
  if (other === null || other === page) return { commands: [move], warnings: [] }
  const title = site.documents.get(`page:${other}`)?.title ?? "page"
  const left = freeAddress(site.facts, addressFrom(title))
  return {
    commands: [{ type: "page.set", page: other, set: { address: left } }, move],
    warnings: [`The page ${other} was the home page before. It is at "${left}" now.`],
  }
}
