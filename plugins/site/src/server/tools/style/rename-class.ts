import { type Command, classRenamedIn, type Piece, refuse, type Site } from "../../../document.ts"
import { classesOf } from "../read/relevant-css.ts"
import { demandUnlocked } from "../run/find-node.ts"
import type { Ran } from "../run/runner.ts"
import { editsFor } from "./apply-rules.ts"
import { isKnownClass } from "./assign-class.ts"

/** In every selector and on every element, so that nothing looks otherwise than before. */
export function renameClass(
  site: Site,
  { classId, to: wanted }: { classId: string; to: string },
): Ran<{ changedRules: number; changedNodes: number }> {
  const [from, to] = [classId.replace(/^\./, ""), wanted.replace(/^\./, "")]
  if (!isKnownClass(site, from))
    refuse(`Nothing is known of a class ${from.slice(0, 60)}. List where it is used first.`)
  if (classesOf(`.${to}`)[0] !== to || to.length > 200)
    refuse(
      `"${to.slice(0, 60)}" cannot be the name of a class. Use letters, digits and hyphens, and begin with a letter.`,
    )
  if (isKnownClass(site, to)) refuse(`There is a class ${to} already. Choose another name, or give elements that one.`)
  let changedRules = 0
  const commands: Command[] = site.sheets.flatMap((sheet): Command[] => {
    const changes = new Map<Piece, string>()
    for (const piece of sheet.pieces) {
      const renamed = classRenamedIn(piece.text, from, to)
      changedRules += renamed.rules
      if (renamed.rules > 0) changes.set(piece, renamed.css)
    }
    return changes.size > 0 ? [{ type: "editStyles", sheet: sheet.id, edits: editsFor(changes) }] : []
  })
  let changedNodes = 0
  for (const document of site.documents.values())
    for (const node of document.nodes.values()) {
      if (node.kind !== "element" || !node.classes.includes(from)) continue
      demandUnlocked(document, node.id)
      changedNodes += 1
      const order = node.classes.map((name) => (name === from ? to : name))
      commands.push({ type: "setClasses", document: document.ref, node: node.id, add: [to], remove: [from], order })
    }
  const naming = site.scripts.filter(({ content }) => wordsOf(content).has(from)).map(({ path }) => path)
  return {
    commands,
    data: { changedRules, changedNodes },
    ...(naming.length > 0 && {
      warnings: [`${naming.slice(0, 5).join(", ")} may mean it too and was left as it is. Read it, and patch it.`],
    }),
  }
}

function wordsOf(content: string): Set<string> {
  return new Set(content.match(/[\w\u0080-\uffff-]+/g))
}
