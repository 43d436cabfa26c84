import type { InheritedAccess } from "../../contract/kit/inherited-access.ts"

/** What refusals, cards and consequences call things and parents. */
export interface InheritedWords {
  /** `incident`. */
  thing: string
  /** `incidents`. */
  things: string
  /** `system`. */
  parent: string
  /** `systems`. */
  parents: string
  /** The tool that finds things: `incident.list`. */
  find: string
  /** The tool that finds parents: `catalog.listSystems`. */
  findParents: string
  /** What nobody without rights on a parent may do: `open or change incidents on it`. */
  work: string
}

export function inheritedWords(
  { parent: type, rules }: InheritedAccess,
  given: Partial<InheritedWords> & Pick<InheritedWords, "findParents">,
): InheritedWords {
  const [plugin = "", thing = ""] = rules.read.resource.split(".")
  const things = given.things ?? `${thing}s`
  const parent = type.split(".").at(-1) ?? ""
  return {
    thing,
    things,
    parent,
    parents: `${parent}s`,
    find: `${plugin}.list`,
    work: `change ${things} on it`,
    ...given,
  }
}

/** `1 system you cannot see`. */
export function unseenParents({ parent, parents }: InheritedWords, count: number): string {
  return count === 1 ? `1 ${parent} you cannot see` : `${count} ${parents} you cannot see`
}
