import type { AnyProcedure, InputOf, OutputOf } from "@countersign/core/contract"
import { type FormWay, pressing, TOO_LONG } from "./form-way.ts"
import type { MatrixOptions } from "./matrix/matrix-options.ts"
import { callAsPlatform, hideThing } from "./matrix/matrix-world.ts"
import type { PluginWriting, RankedList } from "./plugin-testing.ts"
import { type ExampleWorld, type ToolExamples, toolExample } from "./suites/tool-example.ts"
import type { TestPlatform } from "./test-platform.ts"

/** Calls verbs, whoever it is as. */
export type TestCall = <P extends AnyProcedure>(procedure: P, input: InputOf<P>) => Promise<OutputOf<P>>

/** The verbs of a contract whose things have a timeline and inherit their rights. */
interface TimelineContract {
  get: AnyProcedure
  update: AnyProcedure
  addUpdate: AnyProcedure
  editUpdate: AnyProcedure
  addLink: AnyProcedure
}

export interface TimelineTestingDraft {
  /** `incident.incident`. */
  type: string
  contract: TimelineContract
  /** What the rights come from, and how one is made and changed. */
  parent: { type: string; make(call: TestCall): Promise<string>; change(call: TestCall, id: string): Promise<unknown> }
  /** One thing of these parents. */
  make(call: TestCall, parentIds: string[], words?: { title: string; description: string }): Promise<string>
  /** Keys of audit rows that no card can know: who signs, and when. */
  unshown: readonly string[]
}

/**
 * What the suites need of every kind of thing that has a timeline and inherits its rights: examples of the tools that the kit
 * brings, things for the access matrix, ways to the kit's forms. A plugin adds what is particular to its own verbs.
 */
export function timelineTesting({ type, contract, parent, make, unshown }: TimelineTestingDraft) {
  const [plugin = "", noun = ""] = type.split(".")
  const idName = `${noun}Id`
  const retitle = async (call: TestCall, id: string) => {
    const { version } = (await call(contract.get, { id } as never)) as { version: number }
    await call(contract.update, { id, version, title: `Called ${Math.random()}` } as never)
  }
  const post = (call: TestCall, id: string, message: string) =>
    call(contract.addUpdate, { id, message } as never) as Promise<{ id: string }>
  const link = (call: TestCall, id: string) =>
    call(contract.addLink, { id, label: "Runbook", url: "https://example.com/r/1" } as never) as Promise<{ id: string }>

  const world = async ({ call }: ExampleWorld) => {
    const parentId = await parent.make(call)
    return { id: await make(call, [parentId]), parentId, otherId: await make(call, [await parent.make(call)]) }
  }
  /** For changes of one thing that its own version binds. */
  const bound = {
    changeTarget: ({ call }: ExampleWorld, { id }: { id: string }) => retitle(call, id),
    changeUnrelated: ({ call }: ExampleWorld, { otherId }: { otherId: string }) => retitle(call, otherId),
  }
  const examples: ToolExamples = {
    [`${plugin}.list`]: toolExample({ world, input: () => ({ state: "open", limit: 5 }) }),
    [`${plugin}.get`]: toolExample({ world, input: ({ id }) => ({ id }) }),
    [`${plugin}.addUpdate`]: toolExample({
      world,
      input: ({ id }) => ({ id, message: "The vendor is ready." }),
      ...bound,
      shownAs: { update: "message" },
      unshown,
    }),
    [`${plugin}.addLink`]: toolExample({
      world,
      input: ({ id }) => ({ id, label: "Runbook", url: "https://example.com/r/1" }),
      ...bound,
      shownAs: { link: "url" },
      unshown,
    }),
    [`${plugin}.removeLink`]: toolExample({
      async world(w) {
        const things = await world(w)
        return { ...things, linkId: (await link(w.call, things.id)).id }
      },
      input: ({ id, linkId }) => ({ id, linkId }),
      ...bound,
      unshown,
    }),
    [`${plugin}.deleteUpdate`]: toolExample({
      async world(w) {
        const things = await world(w)
        return { ...things, updateId: (await post(w.call, things.id, "Wrong room.")).id }
      },
      input: ({ id, updateId }) => ({ id, updateId }),
      ...bound,
      changeNamed: ({ call }, { id, updateId }) =>
        call(contract.editUpdate, { id, updateId, version: 1, message: "Right room." } as never),
      unshown,
    }),
    [`${plugin}.delete`]: toolExample({
      async world(w) {
        const things = await world(w)
        await post(w.call, things.id, "Made by mistake.")
        await link(w.call, things.id)
        return things
      },
      input: ({ id }) => ({ id }),
      ...bound,
      changeNamed: ({ call }, { id }) => post(call, id, "Keep it."),
      unshown,
    }),
  }

  const asPlatform =
    (testing: TestPlatform): TestCall =>
    (procedure, input) =>
      callAsPlatform(testing, procedure, input)
  const seen = async (testing: TestPlatform) => {
    const call = asPlatform(testing)
    return make(call, [await parent.make(call)])
  }
  const hidden = async (testing: TestPlatform) => {
    const call = asPlatform(testing)
    const parentId = await parent.make(call)
    const id = await make(call, [parentId])
    await hideThing(testing, parent.type, parentId)
    return id
  }
  const matrix: MatrixOptions & Required<Pick<MatrixOptions, "hidden">> = {
    children: {
      [type]: { parent: parent.type, path: "id", make: (testing, parentId) => make(asPlatform(testing), [parentId]) },
    },
    hidden: [
      { at: [`${plugin}.*.id`, `${plugin}.*.ids`], make: async (testing) => ({ id: await hidden(testing) }) },
      {
        at: [`${plugin}.*.updateId`],
        make: async (testing) => {
          const { id } = await post(asPlatform(testing), await hidden(testing), "Psst.")
          return { id, rest: { id: await seen(testing) } }
        },
      },
      {
        at: [`${plugin}.*.linkId`],
        make: async (testing) => {
          const { id } = await link(asPlatform(testing), await hidden(testing))
          return { id, rest: { id: await seen(testing) } }
        },
      },
    ],
    inputs: {
      [`${plugin}.update`]: { title: "Called otherwise" },
      [`${plugin}.addUpdate`]: { message: "We are on it." },
      [`${plugin}.editUpdate`]: { message: "We were on it." },
    },
  }

  const writing: Required<Pick<PluginWriting, "makers" | "owners">> = {
    makers: [
      [`${plugin}.create`, idName],
      [`${plugin}.addUpdate`, "updateId"],
      [`${plugin}.addLink`, "linkId"],
    ],
    owners: [[new RegExp(`^${plugin}\\.`), idName]],
  }

  const ranked: Readonly<Record<string, RankedList>> = {
    [`${plugin}.list`]: {
      name: "title",
      input: { state: "all" },
      async make({ platform, as }, { name: title, text: description }) {
        const root = await as("root", "administrator")
        const call: TestCall = (procedure, input) => platform.call(root, procedure, input)
        await make(call, [await parent.make(call)], { title, description })
      },
    },
  }

  return {
    /** One thing, what it hangs on, and another to leave alone. */
    world,
    bound,
    /** Both, for updates of its fields: writing to the timeline does not disturb somebody who edits them. */
    changeUnrelated: async (w: ExampleWorld, { id, otherId }: { id: string; otherId: string }) => {
      await retitle(w.call, otherId)
      await post(w.call, id, "Still looking.")
    },
    changeParent: ({ call }: ExampleWorld, id: string) => parent.change(call, id),
    retitle,
    examples,
    matrix,
    writing,
    ranked,
  }
}

/** How one gets to the forms that the kit puts on the page of a thing with a timeline; `name` is the timeline's. */
export function timelineForms(name: string, at: string): Readonly<Record<string, FormWay>> {
  return {
    [`${name}-update`]: { at, wrong: ["Write an update", TOO_LONG] },
    [`${name}-update-edit`]: {
      at,
      open: async (page) => {
        const menus = page.getByRole("button", { name: /^Actions for the update/ })
        await menus.first().click()
        await page.getByRole("menuitem", { name: "Edit update" }).click()
      },
      wrong: ["Text of the update", TOO_LONG],
    },
    [`${name}-link`]: {
      at,
      open: pressing("Add"),
      fill: (form) => form.getByLabel("Label").fill("Runbook"),
      wrong: ["Address", "not an address"],
    },
  }
}
