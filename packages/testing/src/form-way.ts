import type { Locator, Page } from "playwright-core"

/** How one gets to a form, and what it does with nothing and with one wrong thing in it. */
export interface FormWay {
  at: string
  /** Who is there: Ana unless said otherwise. */
  as?: "nobody" | "newcomer"
  open?: (page: Page) => Promise<void>
  /** What it says to nothing: words at a field, unless everything in it may be left out or the button waits for a change. */
  empty?: "sent" | "held"
  /** Whatever else it needs, before one thing is wrong. */
  fill?: (form: Locator, page: Page) => Promise<void>
  /** The label of a field and what is wrong with it; or why nothing can be. */
  wrong: readonly [label: string, text: string] | { readonly never: string }
}

/** What one can do wrong in a form where one only chooses: nothing. */
export const CHOSEN = { never: "One chooses from what there is." } as const

/** A list of words refuses one at once, and holds the form until it is mended. */
export const TOLD_AT_ONCE = { never: "What does not fit is told as it is entered." } as const

/** A name that says something else than it shows. */
export const HIDING = "Night\u202Ewatch"

/** More than any field takes. */
export const TOO_LONG = "x".repeat(200_001)

export function pressing(name: string | RegExp, exact = true): (page: Page) => Promise<void> {
  return (page) => page.getByRole("button", { name, exact }).first().click()
}

/** From the menu of the first row whose name holds this. */
export function fromMenu(item: string | RegExp, row = ""): (page: Page) => Promise<void> {
  return async (page) => {
    const menus = page.getByRole("button", { name: new RegExp(`^Actions for .*${row}`) })
    await menus.first().click()
    await page.getByRole("menuitem", { name: item, exact: true }).click()
  }
}

/** Into a list of hosts: something that is none. */
export function entering(label: string): NonNullable<FormWay["fill"]> {
  return async (form) => {
    await form.getByLabel(label).fill("not a host")
    await form.getByLabel(label).press("Enter")
  }
}

export async function chooseIn(form: Locator, page: Page, label: string, option: string): Promise<void> {
  await form.getByRole("combobox", { name: label }).fill(option)
  await page.getByRole("option", { name: option }).first().click()
}

export async function tickFirstRow(page: Page): Promise<void> {
  await page.getByRole("row").nth(1).getByRole("checkbox").check()
}
