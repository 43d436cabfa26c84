/** Whether a node is one that HTML can write and read back, apart from where it stands. */
import { endsComment } from "../tree/content-model.ts"
import { LIMITS } from "../tree/limits.ts"
import type { Attribute, ElementShape, NodeRecord } from "../tree/node.ts"
import { refuse } from "./refusal.ts"

const ID = /^[A-Za-z0-9][A-Za-z0-9._~-]{0,59}$/
const HTML_TAG = /^[a-z][a-z0-9._-]{0,99}$/
const FOREIGN_TAG = /^[A-Za-z][A-Za-z0-9._:-]{0,99}$/
/** What a parser reads as one name; capitals would come back small. */
const ATTRIBUTE = /^[^\s"'<>/=`\p{C}A-Z]{1,200}$/u
const FOREIGN_ATTRIBUTE = /^[^\s"'<>/=`\p{C}]{1,200}$/u
const CLASS = /^[^\t\n\f\r \0]+$/

export function checkRecord(record: NodeRecord): void {
  checkId(record.id)
  if (record.label !== undefined) checkLabel(record.label)
  if (record.kind === "element") checkShape(record)
  else if (record.kind === "text") checkText(record.text, `The text ${record.id}`)
  else checkComment(record.text, record.id)
}

export function checkId(id: string): void {
  if (!ID.test(id)) refuse(`"${id.slice(0, 60)}" cannot be the id of a node. Use letters and digits, at most 60.`)
}

export function checkShape(shape: ElementShape): void {
  checkId(shape.id)
  const foreign = shape.namespace !== "html"
  if (!(foreign ? FOREIGN_TAG : HTML_TAG).test(shape.tag)) {
    refuse(`"${shape.tag.slice(0, 60)}" is not the name of an element. Use small letters, digits and hyphens.`)
  }
  checkAttributes(shape, shape.attributes)
  for (const attributes of Object.values(shape.overrides ?? {})) checkAttributes(shape, attributes)
  checkClasses(shape)
  if (shape.style !== null) checkText(shape.style, `The inline style of ${shape.id}`)
}

function checkAttributes({ id, namespace }: ElementShape, attributes: readonly Attribute[]): void {
  if (attributes.length > LIMITS.attributes) {
    refuse(
      `The node ${id} would have ${attributes.length} attributes, and ${LIMITS.attributes} is the most it can hold.`,
    )
  }
  const names = attributes.length > 1 ? new Set<string>() : null
  for (const [name, value] of attributes) {
    if (name === "class" || name === "style")
      refuse(`The attribute ${name} has a command of its own. Leave it out here.`)
    if (!(namespace === "html" ? ATTRIBUTE : FOREIGN_ATTRIBUTE).test(name)) {
      refuse(`"${name.slice(0, 60)}" is not the name of an attribute. Use small letters, digits and hyphens.`)
    }
    if (names?.has(name)) refuse(`The attribute ${name} of ${id} occurs twice. Give it once.`)
    names?.add(name)
    checkText(value, `The attribute ${name} of ${id}`)
  }
}

function checkClasses({ id, classes, classText }: ElementShape): void {
  if (classes.length > LIMITS.classes) {
    refuse(`The node ${id} would have ${classes.length} classes, and ${LIMITS.classes} is the most it can hold.`)
  }
  for (const name of classes) {
    if (!CLASS.test(name)) refuse(`"${name.slice(0, 60)}" is not one class. A class is one word without spaces.`)
  }
  if (classes.length > 1 && new Set(classes).size !== classes.length)
    refuse(`A class of ${id} occurs twice. Give it once.`)
  if (classText === undefined) return
  checkText(classText, `The classes of ${id}`)
  if (classesIn(classText).join(" ") !== classes.join(" "))
    refuse(`The classes of ${id} are not those of its attribute.`)
}

/** The words of an attribute `class`, each once, in order. */
export function classesIn(text: string): string[] {
  return [...new Set(text.split(/[\t\n\f\r ]+/).filter((name) => name !== ""))]
}

export function checkText(text: string, what: string): void {
  if (text.length > LIMITS.text) {
    refuse(`${what} would be ${text.length} characters long, and ${LIMITS.text} is the most it can be. Split it.`)
  }
  // A parser would replace them.
  if (text.includes("\0") || !text.isWellFormed())
    refuse(`${what} holds a character that no page can carry (a null, or half of a pair).`)
}

export function checkLabel(label: string): void {
  if (label.trim() === "" || label.length > LIMITS.label) {
    refuse(`A name for a node has 1 to ${LIMITS.label} characters. Choose a shorter one.`)
  }
}

function checkComment(text: string, id: string): void {
  checkText(text, `The comment ${id}`)
  if (endsComment(text)) {
    refuse(`The comment ${id} holds what would end it. Leave out "-->" and a hyphen at its end.`)
  }
}
