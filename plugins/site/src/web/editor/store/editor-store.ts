/**
 * One document as it is being edited: what the server confirmed, what is shown on top of it, what was not sent yet, and what can be
 * taken back. It knows no page and no framework.
 */
import type { Change } from "../../../contract.ts"
import {
  type Batch,
  type Command,
  change,
  type DocumentRef,
  emptySite,
  guardBySettings,
  keyOf,
  type NodeId,
  openReplica,
  openShifting,
  type Replica,
  receive,
  refused,
  type SingleCommand,
  type Site,
  type SiteDocument,
  takeBack,
} from "../../../document.ts"
import { documentFrom } from "./document-from.ts"
import { flatten, grouped } from "./flatten.ts"
import { confirmed, type LaterChange, newestFirst, type Step, shifted, withoutBatch, withStep } from "./history.ts"
import type { Line } from "./line.ts"
import { aboutNode, forPeople } from "./node-words.ts"
import { nodeChangedBy, type Other, whoseChange, withOther } from "./others.ts"
import { nextBatches, whyNeverSent } from "./parcel.ts"

export interface Gesture {
  /** What people read on the button that takes it back: "Delete". */
  readonly name: string
  readonly commands: readonly SingleCommand[]
  /** Gestures with the same word here, without a pause between, are taken back as one. */
  readonly typing?: string
  /** What is selected afterwards. */
  readonly select?: readonly NodeId[]
}

/** A sentence for the person, until it is dismissed. `words` were typed and have no place any more. */
export interface Told {
  readonly id: number
  readonly tone: "error" | "warning" | "info"
  readonly text: string
  readonly words: string | null
  /** What can be done about it, once. */
  readonly answer?: { readonly label: string; run(): void } | undefined
}

export type Connection =
  | { readonly state: "saved" | "saving" }
  | { readonly state: "offline"; readonly unsent: number }
  /** The server does not take it, and says why; nothing is sent until somebody asks for it. */
  | { readonly state: "stopped"; readonly unsent: number; readonly reason: string }

export interface EditorState {
  readonly site: Site
  /** Null once it was deleted. */
  readonly document: SiteDocument | null
  readonly selection: readonly NodeId[]
  readonly connection: Connection
  /** What would be taken back, and done again; null where nothing would. */
  readonly undoes: string | null
  readonly redoes: string | null
  readonly told: readonly Told[]
  /** Who else changed something here lately, the latest last. */
  readonly others: readonly Other[]
  /** Components that the page uses, as they were read last, by id. */
  readonly parts: ReadonlyMap<string, SiteDocument>
}

export type Performed = { readonly ok: true } | { readonly ok: false; readonly reason: string }

export interface EditorStore {
  readonly ref: DocumentRef
  readonly mayEdit: boolean
  get(): EditorState
  subscribe(listener: () => void): () => void
  /** An id that no other tab gives. */
  nextId(): NodeId
  /** Shows it at once and sends it. Where it does not fit, the reason is told and nothing happens. */
  perform(gesture: Gesture): Performed
  select(nodes: readonly NodeId[]): void
  undo(): void
  redo(): void
  /** A warning, unless it says otherwise. */
  tell(text: string, tone?: Told["tone"], answer?: Told["answer"]): void
  dismiss(id: number): void
  /** A component was read, or read again. */
  setPart(id: string, part: SiteDocument): void
  /** Sends what is not sent, now. */
  wake(): void
  /** Sends it, and is done when the server has it all, or will not have it by then. Answers up to which sequence this tab knows the site. */
  settled(withinMs: number): Promise<number>
  close(): void
}

export interface Clock {
  now(): number
  /** Calls back after a while; the answer takes that back. */
  later(ms: number, run: () => void): () => void
}

export interface StoreOptions {
  readonly document: DocumentRef
  readonly line: Line
  readonly clock: Clock
  /** Whoever may not change anything looks on, and sees what others do. */
  readonly mayEdit: boolean
}

export async function openStore({ document: ref, line, clock, mayEdit }: StoreOptions): Promise<EditorStore> {
  const [joined, first] = await Promise.all([mayEdit ? line.joinTab({}) : null, line.openDocument({ document: ref })])
  const tab = joined?.tab ?? ""
  const key = keyOf(ref)
  let replica: Replica = openReplica(siteOf(ref, first))
  let seen = first.sequence
  let heard = first.sequence
  let counter = 0
  let ids = 0
  let undone: readonly Step[] = []
  let done: readonly Step[] = []
  let others: LaterChange[] = []
  let tellings = 0
  let busy = false
  let closed = false
  let failures = 0
  let waiting: (() => void) | null = null
  const listeners = new Set<() => void>()
  let state: EditorState = {
    site: replica.shown,
    document: replica.shown.documents.get(key) ?? null,
    selection: [],
    connection: { state: "saved" },
    undoes: null,
    redoes: null,
    told: first.notes.map((text) => telling("warning", text)),
    others: [],
    parts: new Map(),
  }
  const unfollow = line.follow(seen, (news) => {
    heard = Math.max(heard, news.sequence)
    const concerns = news.parts.length >= MOST_TOLD || news.parts.some((part) => part === key || SHARED.has(part))
    if (news.sequence > seen && (concerns || heard - seen > MOST_UNREAD)) void work()
  })

  function telling(tone: Told["tone"], text: string, words: string | null = null): Told {
    tellings += 1
    return { id: tellings, tone, text: forPeople(text), words }
  }

  /** At most a few at a time: the oldest says nothing that is still true. */
  function tell(...tellings: readonly Told[]): readonly Told[] {
    let told = state.told
    // The same again stays one sentence, with the words of both.
    for (const one of tellings) {
      const same = told.find(({ tone, text }) => tone === one.tone && text === one.text)
      const words = same ? withWords(same.words, one.words) : one.words
      told = [...told.filter((other) => other !== same), { ...one, words }]
    }
    return told.slice(-MOST_TELLINGS)
  }

  function set(patch: Partial<EditorState>): void {
    const document = replica.shown.documents.get(key) ?? null
    const before = patch.selection ?? state.selection
    const selection = before.every((id) => document?.nodes.has(id))
      ? before
      : before.filter((id) => document?.nodes.has(id))
    state = {
      ...state,
      ...patch,
      site: replica.shown,
      document,
      selection,
      connection: patch.connection ?? connectionNow(),
      undoes: done.at(-1)?.name ?? null,
      redoes: undone.at(-1)?.name ?? null,
    }
    for (const listener of listeners) listener()
  }

  function connectionNow(): Connection {
    const unsent = replica.pending.length
    const { connection } = state
    if (connection.state === "offline" || connection.state === "stopped") return { ...connection, unsent }
    return { state: unsent > 0 || busy ? "saving" : "saved" }
  }

  /** One batch on top of what is shown. */
  function put(commands: readonly SingleCommand[]) {
    counter += 1
    const batch: Batch = { key: `${tab}:${counter}`, command: grouped(commands) }
    const reason = whyNeverSent(batch)
    if (reason !== null) return { ok: false as const, reason }
    const changed = change(replica, batch, guardBySettings)
    if (!changed.ok) return changed
    replica = changed.replica
    return { ok: true as const, own: { key: batch.key, inverse: flatten(changed.inverse), sequence: UNCONFIRMED } }
  }

  function perform({ name, commands, typing = undefined, select }: Gesture): Performed {
    if (commands.length === 0) return { ok: true }
    if (!mayEdit || !state.document) {
      const reason = mayEdit ? "It was deleted meanwhile." : "You may look at this page, and not change it."
      set({ told: tell(telling("error", reason)) })
      return { ok: false, reason }
    }
    const before = state.selection
    const made = put(commands)
    if (!made.ok) {
      set({ told: tell(telling("error", made.reason)) })
      return made
    }
    const after = select ?? before
    const step = { name, batches: [made.own], typing: typing ?? null, at: clock.now(), before, after }
    done = withStep(done, step)
    undone = []
    set({ selection: after })
    void work()
    return { ok: true }
  }

  /** Takes the last step off one pile and puts what takes that back onto the other. */
  function back(from: readonly Step[]): { left: readonly Step[]; made: Step | null } {
    const step = from.at(-1)!
    const { commands, left } = takeBack(replica.shown, newestFirst(step, others), {
      guard: guardBySettings,
      about: (command) => aboutNode(state.document, command),
      textsFollow: true,
    })
    const sentences = left.map((text) => telling("warning", text))
    const made = commands.length > 0 ? put(commands) : null
    if (made && !made.ok) sentences.push(telling("error", made.reason))
    state = { ...state, told: tell(...sentences), selection: step.before }
    const rest = from.slice(0, -1)
    if (!made?.ok) return { left: rest, made: null }
    const { before: after, after: before, name } = step
    return { left: rest, made: { name, batches: [made.own], typing: null, at: clock.now(), before, after } }
  }

  function takeIn(changes: readonly Change[], upTo: number): void {
    const news = changes.filter(({ sequence }) => sequence > seen)
    const shifting = openShifting()
    let pending = [...replica.pending]
    let byOthers = 0
    for (const row of news) {
      const own = row.tab === tab ? pending.find((batch) => batch.key === `${tab}:${row.counter}`) : undefined
      if (own) {
        shifting.shift(flatten(own.command))
        pending = pending.filter((batch) => batch !== own)
        continue
      }
      shifting.hear(row.commands as readonly SingleCommand[])
      if (row.tab === tab) continue
      byOthers += 1
      others.push({ sequence: row.sequence, by: whoseChange(row), commands: row.commands as readonly SingleCommand[] })
    }
    if (byOthers > 0) {
      pending = pending.map((batch) => ({ ...batch, command: grouped(shifting.shift(flatten(batch.command))) }))
      done = shifted(done, shifting.copy())
      undone = shifted(undone, shifting.copy())
    }
    const keyed = news.map((row) => ({
      key: row.tab === tab && tab !== "" ? `${tab}:${row.counter}` : `#${row.sequence}`,
      command: grouped(row.commands as readonly SingleCommand[]),
      sequence: row.sequence,
    }))
    // All that was waiting happened as it is shown: nothing is done anew, and whoever compares finds nothing to draw.
    const isAsShown =
      keyed.length === replica.pending.length && keyed.every((row, at) => replica.pending[at]?.key === row.key)
    const received = isAsShown ? null : receive({ ...replica, pending }, keyed)
    replica = received?.replica ?? openReplica(replica.shown)
    for (const { key: own, sequence } of keyed) {
      const inverse = received?.inverses.get(own)
      done = confirmed(done, own, { sequence, ...(inverse && { inverse: flatten(inverse) }) })
      undone = confirmed(undone, own, { sequence, ...(inverse && { inverse: flatten(inverse) }) })
    }
    seen = Math.max(seen, upTo)
    heard = Math.max(heard, seen)
    if (others.length > MOST_OTHERS) others = others.slice(-MOST_OTHERS)
    let seenOthers = state.others
    for (const { by, commands } of byOthers > 0 ? others.slice(-byOthers) : [])
      seenOthers = withOther(seenOthers, { by, at: clock.now(), node: nodeChangedBy(commands, key) })
    set({ told: tell(...(received?.dropped ?? []).map((one) => lost(one, state.document))), others: seenOthers })
  }

  /** It did not happen; what it was to be is forgotten, but for the words in it. */
  function lost(
    { key: gone, command, reason }: { key: string; command: Command; reason: string },
    shown: SiteDocument | null,
  ): Told {
    done = withoutBatch(done, gone)
    undone = withoutBatch(undone, gone)
    return telling("error", reason, wordsIn(command, shown))
  }

  /** What was made on top of it is gone for the same reason. */
  function drop(gone: Batch, reason: string, shown: SiteDocument | null): void {
    const after = refused(replica, gone.key)
    replica = after.replica
    set({ told: tell(...[gone, ...after.dropped].map((one) => lost({ ...one, reason }, shown))) })
  }

  /** One thing at a time: send what is there, then read what others did. */
  async function work(): Promise<void> {
    if (busy || closed) return
    busy = true
    waiting?.()
    waiting = null
    try {
      for (;;) {
        const isSending = state.connection.state !== "stopped" && replica.pending.length > 0
        if (isSending) await send()
        else if (heard > seen) await read()
        else break
        if (closed) return
        failures = 0
        if (state.connection.state === "offline") set({ connection: { state: "saving" } })
      }
      busy = false
      set({})
    } catch (error) {
      busy = false
      if (closed) return
      fail(error)
    }
  }

  function fail(error: unknown): void {
    const unsent = replica.pending.length
    if (!line.isPassing(error)) {
      const reason = error instanceof Error ? error.message : String(error)
      set({ connection: { state: "stopped", unsent, reason } })
      return
    }
    failures += 1
    set({ connection: { state: "offline", unsent } })
    waiting = clock.later(RETRY_MS[Math.min(failures, RETRY_MS.length) - 1]!, () => void work())
  }

  async function send(): Promise<void> {
    const sent = nextBatches(replica.pending)
    const batches = sent.map(({ key: name, command }) => ({ counter: counterIn(name), commands: flatten(command) }))
    // What the library calls readonly, the schema does not.
    const { answers } = await line.applyCommands({ tab, seen, batches: batches as never })
    if (closed) return
    const shown = state.document
    for (const answer of answers) {
      const batch = replica.pending.find(({ key: name }) => name === `${tab}:${answer.counter}`)
      if (!answer.accepted && batch) drop(batch, answer.reason, shown)
    }
    const accepted = answers.filter((answer) => answer.accepted)
    const last = accepted.at(-1)
    if (!last) return
    // Nobody else came between: it happened as it was sent.
    if (accepted.every(({ sequence }, at) => sequence === seen + at + 1)) {
      const byCounter = new Map(batches.map((batch) => [batch.counter, batch.commands]))
      const rows = accepted.map(({ sequence, counter: own }) => ({
        sequence,
        tab,
        counter: own,
        by: "",
        byModel: false,
        own: true,
        commands: byCounter.get(own) as Change["commands"],
      }))
      takeIn(rows, last.sequence)
      return
    }
    heard = Math.max(heard, last.sequence)
    await read()
  }

  async function read(): Promise<void> {
    const news = await line.readSince({ document: ref, after: seen })
    if (closed) return
    if (news.tooFar) {
      await openAgain()
      return
    }
    try {
      takeIn(news.changes, news.sequence)
    } catch {
      // This tab and the server do not agree on what was there. The server is right.
      await openAgain()
    }
  }

  async function openAgain(): Promise<void> {
    const opened = await line.openDocument({ document: ref })
    if (closed) return
    const { replica: next, dropped } = receive({ ...replica, confirmed: siteOf(ref, opened) }, [])
    replica = next
    seen = opened.sequence
    heard = Math.max(heard, seen)
    // Nobody can tell what others did in between, so nothing is taken back over it.
    done = []
    undone = []
    others = []
    set({ told: tell(...dropped.map((one) => lost(one, state.document))) })
  }

  return {
    ref,
    mayEdit,
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    nextId() {
      ids += 1
      return `${tab}${ids.toString(36)}`
    },
    perform,
    select(nodes) {
      if (nodes.length === state.selection.length && nodes.every((id, at) => id === state.selection[at])) return
      set({ selection: nodes })
    },
    undo() {
      if (done.length === 0) return
      const { left, made } = back(done)
      done = left
      if (made) undone = [...undone, made]
      set({})
      void work()
    },
    redo() {
      if (undone.length === 0) return
      const { left, made } = back(undone)
      undone = left
      if (made) done = [...done, made]
      set({})
      void work()
    },
    tell: (text, tone = "warning", answer = undefined) => set({ told: tell({ ...telling(tone, text), answer }) }),
    dismiss: (id) => set({ told: state.told.filter((one) => one.id !== id) }),
    setPart: (id, part) => set({ parts: new Map(state.parts).set(id, part) }),
    wake() {
      if (state.connection.state === "stopped") set({ connection: { state: "saving" } })
      void work()
    },
    settled(withinMs) {
      if (closed || replica.pending.length === 0) return Promise.resolve(seen)
      const { promise, resolve } = Promise.withResolvers<number>()
      const look = () => {
        if (replica.pending.length === 0 || state.connection.state === "stopped") resolve(seen)
      }
      listeners.add(look)
      const cancel = clock.later(withinMs, () => resolve(seen))
      look()
      void work()
      return promise.finally(() => {
        listeners.delete(look)
        cancel()
      })
    },
    close() {
      closed = true
      waiting?.()
      unfollow()
      listeners.clear()
    },
  }
}

const UNCONFIRMED = Number.POSITIVE_INFINITY
const SHARED: ReadonlySet<string> = new Set(["stylesheets", "facts"])
/** A message names at most so many parts. */
const MOST_TOLD = 20
/** Of what happens elsewhere a tab reads now and then: a tab that is 1,000 behind has to open its document again. */
const MOST_UNREAD = 200
const MOST_TELLINGS = 4
const MOST_OTHERS = 2_000
const RETRY_MS: readonly number[] = [1_000, 2_000, 4_000, 8_000, 15_000]

type Opened = Awaited<ReturnType<Line["openDocument"]>>

function siteOf(document: DocumentRef, { content, sheets, facts }: Opened): Site {
  const site = emptySite()
  const documents = site.documents.set(keyOf(document), documentFrom(document, content))
  return { ...site, documents, sheets, facts }
}

function counterIn(key: string): number {
  return Number(key.slice(key.indexOf(":") + 1))
}

/**
 * What somebody typed, of a change that did not happen; null where it has no words. A text is given back as it was shown:
 * of what is typed without a network each letter is a change of its own.
 */
function wordsIn(command: Command, shown: SiteDocument | null): string | null {
  const words = new Map<string, string>()
  for (const one of flatten(command)) {
    if (one.type === "setText") words.set(one.node, one.text)
    if (one.type !== "spliceText" || one.inserted === "") continue
    const node = shown?.nodes.get(one.node)
    words.set(one.node, node?.kind === "text" ? node.text : (words.get(one.node) ?? "") + one.inserted)
  }
  const said = [...words.values()].join("\n")
  return said.trim() === "" ? null : said
}

/** One below the other, unless the one holds the other. */
function withWords(before: string | null, words: string | null): string | null {
  if (before === null || words === null) return before ?? words
  if (before.includes(words)) return before
  return words.includes(before) ? words : `${before}\n${words}`
}
