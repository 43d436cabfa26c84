import type { ProposalView } from "@countersign/core/contract"
import { call, useCan, useChange } from "@countersign/core/web"
import { Button, Notice } from "@countersign/ui"
import { useState } from "react"
import { aiContract, policyAccess } from "../../contract.ts"

/**
 * On the first card of a conversation that waits only because of what colleagues wrote. Asking nearly always teaches
 * people to sign blindly, so whoever may decide about it is asked right there.
 */
export function TrustColleagues({ proposal }: { proposal: ProposalView }) {
  const can = useCan()
  const [problem, setProblem] = useState<string | null>(null)
  const change = useChange(aiContract.updateSettings)
  const { onlyColleague, status } = proposal
  if (!onlyColleague?.first || status !== "proposed") return null
  const who = list(onlyColleague.people)

  async function trust() {
    try {
      setProblem(null)
      const { version } = await call(aiContract.getSettings, {})
      await change.mutateAsync({ trustColleagues: true, version })
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "It was not changed. Try again.")
    }
  }
  if (change.isSuccess)
    return (
      <Notice tone="info" className="mt-2">
        From now on changes are applied by themselves after what colleagues wrote. This one still waits for your
        signature.
      </Notice>
    )
  return (
    <Notice
      tone="info"
      className="mt-2"
      title={`It waits only because the assistant had read what ${who} wrote`}
      action={
        can(policyAccess.manage) && (
          <Button size="sm" onClick={() => void trust()} disabled={change.isPending}>
            Trust what colleagues wrote
          </Button>
        )
      }
    >
      {problem ??
        (can(policyAccess.manage)
          ? "You can let such changes be applied by themselves, for everyone. Text from outside keeps asking."
          : "An administrator can let such changes be applied by themselves. Text from outside keeps asking.")}
    </Notice>
  )
}

function list(names: readonly string[]): string {
  if (names.length === 0) return "a colleague"
  return names.length === 1 ? names[0]! : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
}
