/**
 * An element with its tokens filled in, each by where it stands: words, an address, a style. What runs or decides what an
 * element is takes no token at all.
 */
import { classesIn } from "../../document/commands/record.ts"
import { cleanCss } from "../../document/css/clean-css.ts"
import { meaningOf } from "../../document/safety/elements.ts"
import { addressesIn, DATA_IMAGE, mayLeadTo, mayLoad } from "../../document/safety/urls.ts"
import { holdsToken, readPath } from "../../document/tokens/read-tokens.ts"
import { type Attribute, type ElementShape, type NodeRecord, nameOf } from "../../document/tree/node.ts"
import type { Work } from "../work.ts"
import { lookUp } from "../work.ts"
import { fillWords } from "./fill-words.ts"
import { isThere, type Names, wordsOf } from "./values.ts"

export function fillElement(work: Work, names: Names, element: ElementShape): ElementShape {
  if (isPlain(work, element)) return element
  const bound = withBindings(work, names, element)
  const { classText, style } = bound
  const attributes: Attribute[] = []
  for (const attribute of bound.attributes) {
    const [name, value] = attribute
    if (!holdsToken(value)) {
      work.spend(name.length + value.length)
      attributes.push(attribute)
      continue
    }
    const filled = fillAttribute(work, names, bound, name, value)
    if (filled !== null) attributes.push([name, filled])
  }
  const filled = { ...bound, attributes }
  const written = classText ?? bound.classes.join(" ")
  if (holdsToken(written)) {
    const { classText: _, ...rest } = filled
    const classes = classesIn(fillWords(work, names, written, (value) => value.trim().replace(/\s+/g, "-")))
    return { ...rest, classes, style: fillStyle(work, names, bound, style) }
  }
  work.spend(written.length)
  return { ...filled, style: fillStyle(work, names, bound, style) }
}

/** Most elements of a page have nothing to be filled in: they are shown as they are. */
function isPlain(work: Work, { bindings, attributes, classes, classText, style }: ElementShape): boolean {
  if (bindings) return false
  let characters = style?.length ?? 0
  for (const [name, value] of attributes) {
    if (value.includes("{")) return false
    characters += name.length + value.length
  }
  if (style?.includes("{") || classText?.includes("{")) return false
  for (const name of classes) {
    if (name.includes("{")) return false
    characters += name.length + 1
  }
  work.spend(characters)
  return true
}

/** A binding gives an attribute its value where there is one; else what was written stays. */
function withBindings(work: Work, names: Names, element: ElementShape): ElementShape {
  const { bindings, ...rest } = element
  if (!bindings) return element
  let bound: ElementShape = rest
  for (const [name, path] of Object.entries(bindings)) {
    if (name === "text") continue
    const token = readPath(path)
    if (!token) {
      work.problem(
        `The attribute ${name} of ${named(element)} is bound to "${path.slice(0, 60).toWellFormed()}". Bind it to a field, such as currentEntry.title.`,
      )
      continue
    }
    if (!isThere(lookUp(work, names, token).value)) continue
    if (name === "class") bound = { ...bound, classes: [...bound.classes, token.written], classText: undefined }
    else if (name === "style") bound = { ...bound, style: token.written }
    else bound = { ...bound, attributes: [...bound.attributes.filter(([one]) => one !== name), [name, token.written]] }
  }
  return bound
}

/** They decide what the element is, or what it does: a row may not. */
const STRUCTURAL = new Set(
  "http-equiv rel attributename charset is sandbox type method formmethod enctype formenctype target formtarget slot".split(
    " ",
  ),
)

function fillAttribute(work: Work, names: Names, element: ElementShape, name: string, value: string): string | null {
  if (isOff(work)) return fillWords(work, names, value)
  const meaning = meaningOf(element.namespace, element.tag, name)
  if (STRUCTURAL.has(name.toLowerCase()) || meaning === null || meaning === "never") {
    work.problem(`The attribute ${name} of ${named(element)} takes no token. Write its value out.`)
    return null
  }
  if (meaning === "words") return fillPlain(work, names, element, name, value)
  const filled = fillWords(work, names, value, (given, _, first) => addressPart(given, first, meaning === "loads set"))
  if (isAllowed(work, element, name, meaning, filled)) return filled
  work.problem(
    `The attribute ${name} of ${named(element)} would lead to an address that is not allowed. Take another field, or ask an administrator to allow its host.`,
  )
  return element.tag === "a" || element.tag === "area" ? "#" : null
}

/** A whole address may come from a field; behind something that is written, a value is one part of the address. */
function addressPart(value: string, first: boolean, inSet: boolean): string {
  if (!first) return encodeURIComponent(value)
  const address = value.trim()
  return inSet ? address.replace(/\s/g, "%20").replaceAll(",", "%2C") : address
}

function isAllowed({ input }: Work, element: ElementShape, name: string, meaning: string, value: string): boolean {
  const { resourceHosts, frameHosts } = input.policy
  switch (meaning) {
    case "leads": {
      const loadsIcon = element.tag === "link" && name === "href"
      return loadsIcon ? mayLoad(value, resourceHosts, DATA_IMAGE) : mayLeadTo(value)
    }
    case "local":
      return value.trim().startsWith("#")
    case "loads image":
      return mayLoad(value, resourceHosts, DATA_IMAGE)
    case "loads media":
      return mayLoad(value, resourceHosts, null)
    case "loads set":
      return addressesIn(value).every(({ start, end }) => mayLoad(value.slice(start, end), resourceHosts, DATA_IMAGE))
    case "loads frame":
      return mayLoad(value, frameHosts, null) && !mayLoad(value, [], null)
    default:
      return false
  }
}

/** In a drawing some words are CSS in all but name. */
function fillPlain(work: Work, names: Names, element: ElementShape, name: string, value: string): string | null {
  if (element.namespace === "html") return fillWords(work, names, value)
  return fillCss(work, names, element, `The attribute ${name}`, value)
}

function fillStyle(work: Work, names: Names, element: ElementShape, style: string | null): string | null {
  if (style === null) return null
  if (!holdsToken(style)) {
    work.spend(style.length)
    return style
  }
  if (isOff(work)) return fillWords(work, names, style)
  return fillCss(work, names, element, "The style", style)
}

/** A word, a number, a colour. Anything with signs could end the declaration, or load something. */
const ONE_WORD = /^#?[A-Za-z0-9_.%+-]{0,100}( [A-Za-z0-9_.%+-]{1,100}){0,20}$/

function fillCss(work: Work, names: Names, element: ElementShape, what: string, css: string): string | null {
  let fits = true
  const filled = fillWords(work, names, css, (value) => {
    if (ONE_WORD.test(value)) return value
    fits = false
    return ""
  })
  if (fits && cleanCss(filled, work.input.policy).removed.length === 0) return filled
  work.problem(
    `${what} of ${named(element)} takes a word, a number or a colour from a field, and the field holds more.`,
  )
  return null
}

/** The text that a binding gives an element; null where it has none. */
export function boundText(work: Work, names: Names, element: ElementShape): string | null {
  const token = element.bindings?.text === undefined ? null : readPath(element.bindings.text)
  if (!token) return null
  const text = wordsOf(lookUp(work, names, token).value)
  return text === "" ? null : token.written
}

function isOff({ input }: Work): boolean {
  return input.switchedOff?.includes("tokens") ?? false
}

function named(element: ElementShape): string {
  return nameOf(element as NodeRecord)
}
