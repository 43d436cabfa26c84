import { CodeBlock, Tabs } from "@countersign/ui"
import { useState } from "react"
import { CLIENT_SETUPS, type ClientId } from "./client-setups.ts"

/** What to paste where, app by app. */
export function ClientSetup({ address }: { address: string }) {
  const [id, setId] = useState<ClientId>("claude-code")
  const setup = CLIENT_SETUPS.find((each) => each.id === id) ?? CLIENT_SETUPS[0]
  return (
    <Tabs label="Apps" tabs={CLIENT_SETUPS} value={id} onChange={setId}>
      <div className="flex flex-col gap-3">
        {setup.parts(address).map((part) => (
          <div key={part.title} className="flex flex-col gap-1.5">
            <p>{part.sentence}</p>
            <CodeBlock title={part.title} code={part.code} wrap />
          </div>
        ))}
      </div>
    </Tabs>
  )
}
