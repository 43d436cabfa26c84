import type { ReactNode } from "react"
import { vi } from "vitest"
import { TimeZoneContext } from "../../../ui/src/marks/time-zone.ts"
import { ProposalCard, type ProposalCardProps } from "../../../ui/src/proposal/ProposalCard.tsx"
import type { Proposal } from "../../../ui/src/proposal/proposal.ts"

// It comes without types.
const { JSDOM } = (await import("jsdom" as string)) as {
  JSDOM: new (html: string) => { window: Window & typeof globalThis }
}
const dom = new JSDOM("<!doctype html><main></main>")

/** For `beforeAll`: what components ask the page for. */
export function useDocument(): void {
  for (const name of ["window", "document", "navigator", "HTMLElement", "Element", "Node", "getComputedStyle"] as const)
    vi.stubGlobal(name, name === "window" ? dom.window : dom.window[name])
}

/** A card that waits, as somebody has it before them. */
export async function showCard(
  outlook: object,
  more: Partial<Proposal> = {},
  props: Partial<ProposalCardProps> = {},
  zone = "Europe/Berlin",
) {
  const { createRoot } = await import("react-dom/client")
  const { flushSync } = await import("react-dom")
  const proposal = { ...WAITING, ...outlook, ...more } as Proposal
  const main = dom.window.document.createElement("main")
  dom.window.document.body.append(main)
  const root = createRoot(main)
  const draw = (node: ReactNode) => flushSync(() => root.render(node))
  draw(
    <TimeZoneContext value={zone}>
      <ProposalCard proposal={proposal} onDecide={() => {}} {...props} />
    </TimeZoneContext>,
  )
  const buttons = (words: RegExp) =>
    [...main.querySelectorAll("button")].filter(({ textContent }) => words.test(textContent ?? ""))
  const leave = async () => {
    flushSync(() => root.unmount())
    main.remove()
  }
  return {
    text: () => main.textContent ?? "",
    applies: () => buttons(/^Apply/),
    apply: () => buttons(/^Apply/)[0]!,
    folds: () => buttons(/^Show [\d,]+ more/),
    press: async (button: HTMLButtonElement) => flushSync(() => button.click()),
    moments: () => [...main.querySelectorAll("time")].map((time) => [time.dateTime, time.textContent ?? ""] as const),
    leave,
  }
}

const WAITING = {
  id: "1",
  toolName: "",
  effect: "mutate",
  transport: "chat",
  status: "proposed",
  askedBy: { kind: "user", id: "2", name: "Ana" },
  askedFor: null,
  askedAt: "2026-05-04T10:00:00Z",
  expiresAt: "2126-05-04T10:00:00Z",
  reasons: [],
  taint: [],
  destination: null,
  twoPerson: false,
  signedBy: null,
  decidedAt: null,
  decisionNote: null,
  problem: null,
  replaces: null,
  replacedBy: null,
  maySign: true,
  whyNot: null,
} satisfies Partial<Proposal>
