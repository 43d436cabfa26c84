import type { Ctx } from "@countersign/core/server"
import { describe, expect, it } from "vitest"
import type { Command } from "../../../document.ts"
import { changedDocument, followInTab } from "./follow-in-tab.ts"

const on = (id: string): Command => ({ type: "remove", document: { type: "page", id }, node: "n" })
const styles: Command = { type: "sheet.remove", sheet: "s" }

/** What a tab that shows `page:home` is asked once the change is there. */
function asked(commands: readonly Command[], told: object | null = { document: "page:home" }) {
  const facts = told && { selectedNodeIds: [], breakpointId: null, sequence: 0, ...told }
  const questions: unknown[] = []
  const works: (() => void)[] = []
  followInTab(
    {
      askTab: async ({ toolName, input }: { toolName: string; input: unknown }) => questions.push([toolName, input]),
      afterCommit: (work: () => void) => works.push(work),
      ...(facts && { looksAt: { path: "/site/edit", told: { id: "site.editor", json: JSON.stringify(facts) } } }),
    } as unknown as Ctx,
    commands,
  )
  expect(questions).toEqual([])
  for (const work of works) work()
  return questions
}

describe("the editor of whoever talks", () => {
  it("is asked to show the document that was changed, unless they are at work", () => {
    const there = [["site.showDocument", { document: "page:about", unlessEditing: true }]]
    expect(asked([on("about"), on("about"), styles])).toEqual(there)
    expect(asked([on("home")])).toEqual([])
  })

  it("stays where it is after a change of several documents, of none or of one that is gone, and where no editor is open", () => {
    const gone: Command = { type: "document.remove", document: { type: "page", id: "about" } }
    for (const commands of [[on("about"), on("home")], [styles], [gone], []])
      expect([changedDocument(commands), asked(commands)]).toEqual([undefined, []])
    expect(asked([on("about")], null)).toEqual([])
  })
})
