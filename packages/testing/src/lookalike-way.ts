import type { Page } from "playwright-core"
import type { SeedCall } from "./plugin-testing.ts"

/** Where two things of one kind that look alike stand, so that a suite sees them told apart there. */
export interface LookalikeWay {
  /** Answers the id. */
  make(world: LookalikeWorld, name: string): Promise<string>
  list: string
  /** Where else some of them stand in a list. */
  panels?: readonly Showing[]
  /** Boxes one chooses such a thing from: opens one, so that its options are there. */
  pickers?: readonly Showing[]
  /** Where a name takes no letters of other scripts. */
  names?: readonly [string, string]
}

export interface LookalikeWorld {
  call: SeedCall
  /** What things may be about. */
  systemId: string
}

export type Showing = (page: Page, world: LookalikeWorld, ids: readonly string[]) => Promise<void>

export function opening(path: string): Showing {
  return async (page) => {
    await page.goto(path)
  }
}

/** What is about a system stands on that system's page too. */
export const onItsSystem: Showing = async (page, { systemId }) => {
  await page.goto(`/catalog/systems/${systemId}`)
}

/** Types what both names begin with into a box. */
export function typingInto(path: string, box: string, open?: (page: Page) => Promise<void>): Showing {
  return async (page) => {
    await page.goto(path)
    await open?.(page)
    await page.getByRole("combobox", { name: box }).first().fill("Auro")
  }
}

export function pressingAt(path: string, button: RegExp): Showing {
  return async (page) => {
    await page.goto(path)
    await page.getByRole("button", { name: button }).click()
  }
}

/** By a verb that answers what it made. */
export function making(verb: string, more: object = {}): LookalikeWay["make"] {
  return async ({ call }, name) => (await call(verb, { name, ...more })).id
}

export function makingAbout(verb: string, more: object): LookalikeWay["make"] {
  return async ({ call, systemId }, title) => (await call(verb, { title, systemIds: [systemId], ...more })).id
}
