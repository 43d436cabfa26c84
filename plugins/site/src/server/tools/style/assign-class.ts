import type { Site } from "../../../document.ts"
import { refuse, rulesOf } from "../../../document.ts"
import { classesOf } from "../read/relevant-css.ts"
import { demandUnlocked, findElement, type Where } from "../run/find-node.ts"
import type { Ran } from "../run/runner.ts"

interface Input {
  nodeId: string
  classId: string
  document?: Where | undefined
}

export function assignClass(site: Site, { nodeId, classId, document: ref }: Input): Ran<object> {
  const { document, node } = findElement(site, nodeId, ref)
  demandUnlocked(document, nodeId)
  const name = classId.replace(/^\./, "")
  if (!isKnownClass(site, name)) refuse(`Nothing is known of a class ${name}. Write a rule for it with applyCss first.`)
  if (node.classes.includes(name))
    return { commands: [], data: {}, warnings: [`The node ${nodeId} has the class ${name} already.`] }
  return { commands: [{ type: "setClasses", document: document.ref, node: nodeId, add: [name], remove: [] }], data: {} }
}

export function isKnownClass(site: Site, name: string): boolean {
  if (site.sheets.some((sheet) => rulesOf(sheet).some(({ selector }) => classesOf(selector).includes(name))))
    return true
  for (const { nodes } of site.documents.values())
    for (const node of nodes.values()) if (node.kind === "element" && node.classes.includes(name)) return true
  return false
}
