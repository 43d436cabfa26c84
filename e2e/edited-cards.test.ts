import type { AnyProcedure } from "@countersign/core/contract"
import { type InputOf, metaOf, type OutputOf } from "@countersign/core/contract"
import { type ExampleWorld, examplesOf } from "@countersign/testing"
import { expect, it } from "vitest"
import { plugins } from "../apps/web/src/plugins.ts"
import { signedInAs, useBrowser } from "./browser.ts"
import { expectOk, startWithAdministrator, testingFaces } from "./product.ts"

const { url, ana } = await startWithAdministrator()
const browser = useBrowser()
const examples = examplesOf(testingFaces)
const world: ExampleWorld = {
  random: Math.random,
  call: <P extends AnyProcedure>(procedure: P, input: InputOf<P>) =>
    expectOk(ana.call<OutputOf<P>>(metaOf(procedure).id, input as object)),
}
const forms = plugins.flatMap(({ cards }) =>
  Object.entries(cards).flatMap(([tool, { editHref }]) => (editHref ? [[tool, editHref] as const] : [])),
)
const asked = async (proposalId: string) =>
  (await expectOk(ana.call<{ input: Record<string, unknown> }>("ai.readProposalInput", { proposalId }))).input

it("has forms to look at", () => expect(forms.length).toBeGreaterThan(4))

it.each(forms)(
  "a proposal of %s is changed on the plugin's own form: one field, and all else as it was asked",
  async (toolName, editHref) => {
    const example = examples[toolName]!
    const input = example.input(await example.world(world), world)
    const { proposalId } = await expectOk(ana.call<{ proposalId: string }>("ai.proposeTool", { toolName, input }))
    const before = await asked(proposalId)
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/signatures/${proposalId}`)
    await page.getByRole("button", { name: /^Edit/ }).click()
    if (editHref(before) === null) {
      await page.getByRole("dialog", { name: "Change the proposal" }).getByRole("textbox").first().waitFor()
      return
    }
    await page.getByText("You are changing a proposal").waitFor()
    const called = page.getByRole("textbox", { name: /^(Name|Title)/ }).first()
    await called.fill("Called otherwise")
    await page.getByRole("button", { name: /^Propose/ }).click()
    await page.waitForURL(
      (address) => /\/signatures\//.test(address.pathname) && !address.pathname.endsWith(proposalId),
    )

    const after = await asked(new URL(page.url()).pathname.split("/").at(-1)!)
    const key = "title" in after ? "title" : "name"
    expect(after[key]).toBe("Called otherwise")
    const { minutes: _, [key]: __, ...rest } = before
    expect(holds(after, rest), JSON.stringify({ before, after }, null, 2)).toBe(true)
  },
)

/** All that was asked is still there. What the form has a place for, and nobody asked for, may be said as what it is anyway. */
function holds(now: unknown, asked: unknown): boolean {
  if (asked === null || typeof asked !== "object") return now === asked
  if (now === null || typeof now !== "object") return false
  if (Array.isArray(asked)) return asked.every((one) => Array.isArray(now) && now.some((other) => holds(other, one)))
  return Object.entries(asked).every(([key, value]) => holds((now as Record<string, unknown>)[key], value))
}
