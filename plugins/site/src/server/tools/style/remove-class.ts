import type { Site } from "../../../document.ts"
import { refuse } from "../../../document.ts"
import { demandUnlocked, findElement, type Where } from "../run/find-node.ts"
import type { Ran } from "../run/runner.ts"

export function removeClass(
  site: Site,
  { nodeId, classId, document: ref }: { nodeId: string; classId: string; document?: Where | undefined },
): Ran<object> {
  const { document, node } = findElement(site, nodeId, ref)
  demandUnlocked(document, nodeId)
  const name = classId.replace(/^\./, "")
  if (!node.classes.includes(name))
    refuse(`The node ${nodeId} has no class ${name}. It has ${node.classes.join(", ") || "none"}.`)
  return { commands: [{ type: "setClasses", document: document.ref, node: nodeId, add: [], remove: [name] }], data: {} }
}
