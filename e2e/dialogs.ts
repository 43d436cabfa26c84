import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fromMenu, type Place, pressing, type SeededThings } from "@countersign/testing"
import { ROOT, sourcesOfPages } from "./forms.ts"
import { testingFaces } from "./product.ts"

/** A dialog as its source has it, by what it can be called. */
export interface SourceDialog {
  /** `PersonDanger.tsx: Erase …?` */
  name: string
  titles: readonly RegExp[]
  /** What its button can say, where that is written out: many a dialog asks "Delete …?". */
  buttons: readonly RegExp[]
  /** The file it stands in. */
  source: string
}

/** Those whose title is written out where they are drawn; the others are handed it by one of these. */
export function dialogsInSources(): SourceDialog[] {
  return sourcesOfPages().flatMap((path) => {
    const source = readFileSync(join(ROOT, path), "utf8")
    return [...source.matchAll(/<(?:Form|Confirm)?Dialog(?=[\s>])/g)].flatMap(({ index }) => {
      const texts = textsIn(attributeOf(source.slice(index), "title"))
      if (texts.length === 0) return []
      const name = `${path.split("/").at(-1)}: ${texts.map((text) => text.replaceAll(HOLE, "…")).join(" / ")}`
      const buttons = textsIn(attributeOf(source.slice(index), "(?:confirm|submit)Label"))
      return [{ name, titles: texts.map(toPattern), buttons: buttons.map(toPattern), source }]
    })
  })
}

/** Dialogs of the shell's own pages, and what plugins say of theirs. */
export function dialogWays(things: SeededThings & { otherId: string }): readonly Place[] {
  const { applicationId, providerId, teamId, roleId, otherId } = things
  return [
    ...testingFaces.flatMap(({ dialogs }) => dialogs?.(things) ?? []),
    { name: "sign-out-everywhere", path: "/account", prepare: pressing("Sign out everywhere") },
    { name: "mail-forget", path: "/settings/mail", prepare: pressing("Forget the server") },
    { name: "sample-remove", path: "/settings/installation", prepare: pressing("Remove the sample data") },
    { name: "secret-delete", path: "/settings/secrets", prepare: fromMenu("Delete") },
    { name: "key-rotate", path: `/settings/applications/${applicationId}`, prepare: fromMenu("Rotate") },
    { name: "key-revoke", path: `/settings/applications/${applicationId}`, prepare: fromMenu("Revoke") },
    {
      name: "application-disable",
      path: `/settings/applications/${applicationId}?tab=settings`,
      prepare: pressing("Disable application"),
    },
    {
      name: "application-delete",
      path: `/settings/applications/${applicationId}?tab=settings`,
      prepare: pressing("Delete application"),
    },
    { name: "invitation-withdraw", path: "/settings/people?tab=invitations", prepare: fromMenu("Withdraw") },
    { name: "person-sign-out", path: `/settings/people/${otherId}`, prepare: pressing("Sign out everywhere") },
    { name: "person-disable", path: `/settings/people/${otherId}`, prepare: pressing("Disable person") },
    { name: "person-erase", path: `/settings/people/${otherId}`, prepare: pressing("Erase person") },
    { name: "role-delete", path: `/settings/roles/${roleId}`, prepare: pressing("Delete role") },
    { name: "provider-remove", path: `/settings/sign-in/${providerId}`, prepare: pressing("Remove provider") },
    { name: "team-delete", path: `/settings/teams/${teamId}?tab=settings`, prepare: pressing("Delete team") },
  ]
}

/** What no title holds, so that it stands where something is filled in. */
const HOLE = "\u0000"

/** The expression behind an attribute of the element that begins here; empty where it has none. */
function attributeOf(element: string, name: string): string {
  const head = element.slice(0, endOfTag(element))
  const at = new RegExp(`\\s${name}=`).exec(head)
  if (!at) return ""
  const rest = head.slice(at.index + at[0].length)
  return rest.startsWith('"') ? rest.slice(0, rest.indexOf('"', 1) + 1) : rest.slice(0, endOfBraces(rest) + 1)
}

/** Not the end of an arrow or of an element inside of an attribute. */
function endOfTag(element: string): number {
  let depth = 0
  for (let at = 0; at < element.length; at++) {
    if (element[at] === "{") depth++
    if (element[at] === "}") depth--
    if (element[at] === ">" && depth === 0) return at
  }
  return element.length
}

function endOfBraces(text: string): number {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{") depth++
    if (text[at] === "}" && --depth === 0) return at
  }
  return text.length
}

/** Texts that the expression can come to, with holes. */
function textsIn(expression: string): string[] {
  const found: string[] = []
  for (let at = 0; at < expression.length; at++) {
    const mark = expression[at]
    if (mark !== '"' && mark !== "`") continue
    let text = ""
    for (at++; at < expression.length && expression[at] !== mark; at++) {
      if (mark === "`" && expression.startsWith("${", at)) {
        at += endOfBraces(expression.slice(at + 1)) + 1
        text += HOLE
      } else text += expression[at]
    }
    if (text.replaceAll(HOLE, "").trim() !== "") found.push(text)
  }
  return found
}

function toPattern(text: string): RegExp {
  const parts = text.split(HOLE).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
  return new RegExp(`^${parts.join(".*")}$`)
}

/** A dialog as it was seen. */
export interface SeenDialog {
  title: string
  buttons: readonly string[]
}

export function isSeen(dialog: SourceDialog, seen: readonly SeenDialog[]): boolean {
  return seen.some(
    ({ title, buttons }) =>
      dialog.titles.some((one) => one.test(title)) &&
      (dialog.buttons.length === 0 || dialog.buttons.some((one) => buttons.some((button) => one.test(button)))),
  )
}
