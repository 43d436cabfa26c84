import { renderToStaticMarkup } from "react-dom/server"
import { describe, expect, it } from "vitest"
import type { ToolResultBlock } from "./blocks.ts"
import { EffectIcon, ToolRow } from "./ToolRow.tsx"

const call = { type: "tool-call" as const, callId: "1", name: "incident.open", arguments: "{}" }

function row(result: Partial<ToolResultBlock>): string {
  const block: ToolResultBlock = { type: "tool-result", callId: "1", name: "incident.open", text: "No.", ...result }
  return renderToStaticMarkup(
    <ToolRow
      call={call}
      words="Open an incident"
      icon={<EffectIcon effect="mutate" />}
      result={block}
      proposed={false}
      live={false}
      things={[]}
    />,
  )
}

describe("ToolRow", () => {
  it("shows a draft that went back to the model as sent back, muted", () => {
    const html = row({ isError: true, failure: { kind: "invalid" } })

    expect(html).toContain("Open an incident")
    expect(html).not.toContain("incident.open")
    expect(html).toContain("sent back")
    expect(html).not.toContain("failed")
    expect(html).not.toContain("danger")
  })

  it("shows a call that was never made as not made, muted", () => {
    const html = row({ isError: true, failure: { kind: "not-made" } })

    expect(html).toContain("not made")
    expect(html).not.toContain("danger")
  })

  it.each([undefined, "failed", "forbidden", "budget", "of a later version"])("shows the failure %s as one", (kind) => {
    const html = row({ isError: true, ...(kind ? { failure: { kind } } : {}) })

    expect(html).toContain("failed")
    expect(html).toContain("text-danger-ink")
    expect(html).not.toContain("incident.open")
  })

  it("says what it is about while it runs and where it never answered", () => {
    for (const live of [true, false]) {
      const html = renderToStaticMarkup(
        <ToolRow
          {...{ call, live }}
          words={'Open the incident "Slow"'}
          result={undefined}
          icon={<EffectIcon effect="mutate" />}
          proposed={false}
          things={[]}
        />,
      )
      expect(html).toContain("Open the incident &quot;Slow&quot;")
      expect(html).toContain(live ? "running" : "no answer")
      expect(html).not.toContain("incident.open")
    }
  })
})
