import { describe, expect, it } from "vitest"
import type { SingleCommand } from "../../../document.ts"
import type { EditorStore } from "./editor-store.ts"
import { find, HOME, settle, type TestServer, testServer, textOf } from "./server.fixture.ts"

const PAGE = "<!doctype html><title>Home</title><h1>Hello</h1><p>One</p><p>Two</p>"

describe("an editor's store", () => {
  it("shows a change at once and has it saved", async () => {
    const server = await testServer(PAGE)
    const { store } = await server.open("Ana")

    expect(type(store, "Hello", 5, " there").ok).toBe(true)

    expect(textOf(store.get().site)).toContain("<h1>Hello there</h1>")
    expect(store.get().connection).toEqual({ state: "saving" })
    await settle()
    expect(store.get().connection).toEqual({ state: "saved" })
    expect(server.html()).toBe(textOf(store.get().site))
  })

  it("tells why a change does not fit, and changes nothing", async () => {
    const server = await testServer(PAGE)
    const { store } = await server.open("Ana")
    const before = store.get().document

    const answer = store.perform({ name: "Move", commands: [move(find(store, "h1"), find(store, "p"))] })

    expect(answer).toMatchObject({ ok: false, reason: expect.stringContaining("would end the paragraph") })
    expect(store.get().document).toBe(before)
    expect(store.get().told.map(({ text }) => text)).toEqual([expect.stringContaining("would end the paragraph")])
    expect(store.get().undoes).toBeNull()
  })

  it("keeps the letters of two who type into one text at once", async () => {
    const server = await testServer(PAGE)
    const ana = await server.open("Ana")
    const ben = await server.open("Ben")
    ben.cut()

    type(ben.store, "Hello", 5, " Ben")
    type(ana.store, "Hello", 0, "Ana: ")
    await settle()
    expect(ben.store.get().connection).toEqual({ state: "offline", unsent: 1 })
    ben.mend()
    await ben.pass(1_000)
    await settle()

    expect(server.html()).toContain("<h1>Ana: Hello Ben</h1>")
    expect(textOf(ben.store.get().site)).toBe(server.html())
    expect(textOf(ana.store.get().site)).toBe(server.html())
    expect(ben.store.get().connection).toEqual({ state: "saved" })
    expect(ana.store.get().others).toMatchObject([{ by: "Ben", node: find(ana.store, "Ana: Hello Ben") }])
  })

  it("keeps the place of letters that are typed while it reads what somebody else typed before them", async () => {
    const server = await testServer(PAGE)
    const [ana, ben] = await both(server)
    type(ana.store, "Hello", 0, "Ana: ")
    // The server has Ana's letters and has told Ben, whose tab asks for them at this moment.
    while (server.changes().length === 0) await Promise.resolve()
    type(ben.store, "Hello", 5, "!")
    await settle()

    expect(server.html()).toContain("<h1>Ana: Hello!</h1>")
    expect(textOf(ben.store.get().site)).toBe(server.html())
  })

  it("sends once what the server heard and whose answer was lost", async () => {
    const server = await testServer(PAGE)
    const ana = await server.open("Ana")
    ana.loseNextAnswer()

    type(ana.store, "Hello", 5, "!")
    await settle()
    expect(ana.store.get().connection).toEqual({ state: "offline", unsent: 1 })
    await ana.pass(1_000)

    expect(server.html()).toContain("<h1>Hello!</h1>")
    expect(server.changes()).toHaveLength(1)
    expect(ana.store.get().connection).toEqual({ state: "saved" })
  })

  it("gives back as one what was typed letter by letter, and tells the same thing once", async () => {
    const server = await testServer(PAGE)
    const [ana, ben] = await both(server)
    ben.cut()
    for (const [at, letter] of [..." and a half"].entries())
      type(ben.store, "One".concat(" and a half".slice(0, at)), 3 + at, letter)
    ana.store.perform({ name: "Delete", commands: [{ type: "remove", document: HOME, node: find(ana.store, "p") }] })
    await settle()
    ben.mend()
    await ben.pass(1_000)

    expect(ben.store.get().told.map(({ text, words }) => ({ text, words }))).toEqual([
      { text: "What you changed was removed meanwhile.", words: "One and a half" },
    ])
    const reader = await server.open("Cleo", { mayEdit: false })
    for (const _ of [1, 2, 3]) type(reader.store, "Two", 0, "x")
    expect(reader.store.get().told.map(({ text }) => text)).toEqual(["You may look at this page, and not change it."])
  })

  it("gives back the words of a change that no longer fits", async () => {
    const server = await testServer(PAGE)
    const ana = await server.open("Ana")
    const ben = await server.open("Ben")
    ben.cut()

    type(ben.store, "One", 3, " and a half")
    ana.store.perform({ name: "Delete", commands: [{ type: "remove", document: HOME, node: find(ana.store, "p") }] })
    await settle()
    ben.mend()
    await ben.pass(1_000)

    expect(textOf(ben.store.get().site)).toBe("<h1>Hello</h1><p>Two</p>")
    expect(ben.store.get().told).toMatchObject([
      { tone: "error", text: "What you changed was removed meanwhile.", words: "One and a half" },
    ])
    expect(ben.store.get().undoes).toBeNull()
    expect(ben.store.get().connection).toEqual({ state: "saved" })
  })

  it("is settled once the server has all of it, or will not have it in time", async () => {
    const server = await testServer(PAGE)
    const { store, cut, mend, pass } = await server.open("Ana")
    expect(await store.settled(5_000)).toBe(0)

    type(store, "Hello", 5, " there")
    expect(await store.settled(5_000)).toBe(1)
    expect(server.html()).toContain("Hello there")

    cut()
    type(store, "Hello", 0, "Oh, ")
    let known: number | null = null
    const waiting = store.settled(5_000).then((sequence) => {
      known = sequence
    })
    await pass(4_000)
    expect(known).toBeNull()
    await pass(1_000)
    await waiting
    expect(known).toBe(1)

    mend()
    await pass(15_000)
    expect(await store.settled(5_000)).toBe(2)
  })

  it("lets whoever may not edit look on", async () => {
    const server = await testServer(PAGE)
    const ana = await server.open("Ana")
    const eve = await server.open("Eve", { mayEdit: false })

    expect(type(eve.store, "Hello", 0, "x").ok).toBe(false)
    type(ana.store, "Hello", 5, "!")
    await settle()

    expect(textOf(eve.store.get().site)).toContain("<h1>Hello!</h1>")
  })
})

describe("taking back", () => {
  it("takes typing back up to a pause, and does it again", async () => {
    const server = await testServer(PAGE)
    const ana = await server.open("Ana")
    for (const [at, letter] of [..." you"].entries()) {
      type(ana.store, "Hello", 5 + at, letter, true)
      await ana.pass(200)
    }
    await ana.pass(1_000)
    type(ana.store, "Hello", 9, "!", true)
    const typed = textOf(ana.store.get().site)

    ana.store.undo()
    expect(textOf(ana.store.get().site)).toContain("<h1>Hello you</h1>")
    ana.store.undo()
    expect(textOf(ana.store.get().site)).toContain("<h1>Hello</h1>")
    expect(ana.store.get()).toMatchObject({ undoes: null, redoes: "Type" })
    ana.store.redo()
    ana.store.redo()

    expect(textOf(ana.store.get().site)).toBe(typed)
    await settle()
    expect(server.html()).toBe(typed)
  })

  it("brings back the same page after any number of undos, and the same after as many redos", async () => {
    const server = await testServer(PAGE)
    const { store } = await server.open("Ana")
    const before = textOf(store.get().site)
    const gestures: ((store: EditorStore) => SingleCommand[])[] = [
      (it) => [{ type: "setClasses", document: HOME, node: find(it, "h1"), add: ["big"], remove: [] }],
      (it) => [{ type: "duplicate", document: HOME, node: find(it, "p"), ids: [it.nextId(), it.nextId()] }],
      (it) => [move(find(it, "h1"), find(it, "body"))],
      (it) => [{ type: "unwrap", document: HOME, node: find(it, "p") }],
      (it) => [{ type: "remove", document: HOME, node: find(it, "p") }],
      (it) => [{ type: "setAttributes", document: HOME, node: find(it, "h1"), set: { id: "top" } }],
    ]
    for (const commands of gestures) expect(store.perform({ name: "Do", commands: commands(store) }).ok).toBe(true)
    await settle()
    const after = textOf(store.get().site)

    for (const _ of gestures) store.undo()
    await settle()
    expect(textOf(store.get().site)).toBe(before)
    expect(server.html()).toBe(before)
    for (const _ of gestures) store.redo()
    await settle()

    expect(server.html()).toBe(after)
    expect(store.get()).toMatchObject({ redoes: null, told: [] })
  })

  it("leaves what somebody else set since, and says whose it is", async () => {
    const server = await testServer(PAGE)
    const [ana, ben] = await both(server)
    const set = (store: EditorStore, id: string) =>
      store.perform({
        name: "Set",
        commands: [
          { type: "setAttributes", document: HOME, node: find(store, "h1"), set: { id } },
          { type: "setClasses", document: HOME, node: find(store, "h1"), add: [id], remove: [] },
        ],
      })
    set(ana.store, "mine")
    await settle()
    ben.store.perform({
      name: "Set",
      commands: [{ type: "setAttributes", document: HOME, node: find(ben.store, "h1"), set: { id: "theirs" } }],
    })
    await settle()

    ana.store.undo()
    await settle()

    expect(server.html()).toContain('<h1 id="theirs">Hello</h1>')
    expect(ana.store.get().told.map(({ text }) => text)).toEqual([
      'An attribute of "Heading 1: Hello" stays: Ben changed it since.',
    ])
  })

  it("says of what an assistant did that it was the assistant, and to others whose", async () => {
    const server = await testServer(PAGE)
    const [ana, ben] = await both(server)
    const named = (id: string): SingleCommand[] => [
      { type: "setAttributes", document: HOME, node: find(ana.store, "h1"), set: { id } },
    ]
    ana.store.perform({ name: "Set", commands: named("mine") })
    await settle()

    server.byModel("Ana", named("made"))
    await settle()
    ana.store.undo()
    await settle()

    expect(server.html()).toContain('<h1 id="made">Hello</h1>')
    expect(ana.store.get().told.map(({ text }) => text)).toEqual([
      'An attribute of "Heading 1: Hello" stays: the assistant changed it since.',
    ])
    expect(ana.store.get().others.map(({ by }) => by)).toEqual(["the assistant"])
    expect(ben.store.get().others.map(({ by }) => by)).toEqual(["Ana", "Ana's assistant"])
  })

  it("tells nobody their own name: another tab of theirs is one", async () => {
    const server = await testServer(PAGE)
    const [first, second] = await Promise.all([server.open("Ana"), server.open("Ana")])
    type(first.store, "Hello", 5, " there")
    await settle()

    expect(second.store.get().others.map(({ by }) => by)).toEqual(["another tab of yours"])
    expect(first.store.get().others).toEqual([])
  })

  it("does not remove what somebody else wrote into", async () => {
    const server = await testServer(PAGE)
    const [ana, ben] = await both(server)
    const [id, text] = [ana.store.nextId(), ana.store.nextId()]
    ana.store.perform({ name: "Insert", commands: [paragraph(ana.store, id, text)] })
    await settle()
    ben.store.perform({
      name: "Type",
      commands: [{ type: "spliceText", document: HOME, node: text, at: 0, removed: "", inserted: "Ben wrote " }],
    })
    await settle()

    ana.store.undo()
    await settle()

    expect(server.html()).toContain("<p>Ben wrote this</p>")
    expect(ana.store.get().told).toMatchObject([{ text: expect.stringContaining("Ben changed it since") }])
  })

  it("takes its own letters out of a text in which somebody else typed since", async () => {
    const server = await testServer(PAGE)
    const [ana, ben] = await both(server)
    type(ana.store, "Hello", 5, " Ana")
    await settle()
    type(ben.store, "Hello", 0, "Ben: ")
    await settle()
    type(ana.store, "Hello", 14, "!")
    await settle()
    expect(server.html()).toContain("<h1>Ben: Hello Ana!</h1>")

    ana.store.undo()
    ana.store.undo()
    await settle()
    expect(server.html()).toContain("<h1>Ben: Hello</h1>")
    type(ben.store, "Hello", 0, "(")
    await settle()
    ana.store.redo()
    await settle()

    expect(server.html()).toContain("<h1>(Ben: Hello Ana</h1>")
    expect(textOf(ana.store.get().site)).toBe(server.html())
  })

  it("gives back what somebody else had set just before, and not what this tab showed", async () => {
    const server = await testServer(PAGE)
    const [ana, ben] = await both(server)
    const set = (store: EditorStore, id: string) =>
      store.perform({
        name: "Set",
        commands: [{ type: "setAttributes", document: HOME, node: find(store, "h1"), set: { id } }],
      })
    ana.cut()
    set(ana.store, "mine")
    set(ben.store, "theirs")
    await settle()
    ana.mend()
    await ana.pass(1_000)
    expect(server.html()).toContain('<h1 id="mine">')

    ana.store.undo()
    await settle()

    expect(server.html()).toContain('<h1 id="theirs">')
  })

  it("selects again what was selected", async () => {
    const server = await testServer(PAGE)
    const { store } = await server.open("Ana")
    const heading = find(store, "h1")
    store.select([heading])
    store.perform({ name: "Delete", commands: [{ type: "remove", document: HOME, node: heading }], select: [] })
    expect(store.get().selection).toEqual([])

    store.undo()

    expect(store.get().selection).toEqual([heading])
  })
})

async function both(server: TestServer) {
  return Promise.all([server.open("Ana"), server.open("Ben")])
}

function type(store: EditorStore, words: string, at: number, inserted: string, goesOn = false) {
  const node = find(store, words)
  return store.perform({
    name: "Type",
    commands: [{ type: "spliceText", document: HOME, node, at, removed: "", inserted }],
    ...(goesOn && { typing: node }),
  })
}

function move(node: string, parent: string): SingleCommand {
  return { type: "move", document: HOME, node, place: { parent, after: null, before: null } }
}

function paragraph(store: EditorStore, id: string, text: string): SingleCommand {
  return {
    type: "insert",
    document: HOME,
    place: { parent: find(store, "body"), after: null, before: null },
    fragment: {
      roots: [id],
      nodes: [
        {
          kind: "element",
          id,
          tag: "p",
          namespace: "html",
          attributes: [],
          classes: [],
          style: null,
          children: [text],
        },
        { kind: "text", id: text, text: "this" },
      ],
    },
  }
}
