import { LinkButton, Notice, Skeleton } from "@countersign/ui"
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { type ReactNode, useMemo } from "react"
import { useRegistry } from "../registry.ts"
import { refresh } from "../use-call.ts"
import { useUrlState } from "../use-url-state.ts"

/** How proposals are read and asked for anew. The plugin that has them brings it. */
export interface ProposalEdits {
  /** Only for whoever asked, and only while it waits. */
  read(proposalId: string): Promise<{
    toolName: string
    summary: string
    input: Readonly<Record<string, unknown>>
    things: readonly { id: string; name: string }[]
  }>
  /** Answers the one that takes its place. */
  propose(edited: { toolName: string; input: object; replaces: string }): Promise<{ proposalId: string }>
  pathOf(proposalId: string): string
  /** What reads again once one took the place of another. */
  readonly resources: readonly string[]
}

/** A proposal whose payload a form is filled with. What is sent from there takes its place. */
export interface Edited {
  readonly input: Readonly<Record<string, unknown>>
  nameOf(id: string): string
  /** Fields that the form does not have stay as they were asked. */
  propose(input: object): Promise<void>
  /** Back to its card, which is as it was. */
  leave(): void
}

/** The address of a plugin's form with a proposal to fill it in. */
export function editPath(href: string, proposalId: string): string {
  return `${href}${href.includes("?") ? "&" : "?"}proposal=${encodeURIComponent(proposalId)}`
}

/**
 * Around a form: where the address names a proposal of this tool, the form is drawn once its payload is here. Without one
 * it is drawn at once, as ever.
 */
export function EditedProposal(props: { tool: string; children: (edited: Edited | undefined) => ReactNode }) {
  const [{ proposal = "" }] = useUrlState()
  const { edits } = useRegistry()
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data, error } = useQuery({
    queryKey: ["edited-proposal", proposal],
    queryFn: async () => {
      const brought = (await edits!()).default
      return { brought, ...(await brought.read(proposal)) }
    },
    enabled: proposal !== "" && edits !== undefined,
    // What somebody types must not be moved by what becomes of the card meanwhile; sending it is refused then.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const edited = useMemo((): Edited | undefined => {
    if (!data || data.toolName !== props.tool) return undefined
    const { brought, toolName, input, things } = data
    const go = (id: string) => void navigate({ to: brought.pathOf(id), replace: true })
    return {
      input,
      nameOf: (id) => things.find((thing) => thing.id === id)?.name ?? `…${id.slice(-8)}`,
      async propose(sent) {
        // A card finds the version of what it changes by itself.
        const { version: _, ...changed } = sent as { version?: number }
        const made = await brought.propose({ toolName, input: { ...input, ...changed }, replaces: proposal })
        await refresh(client, brought.resources)
        go(made.proposalId)
      },
      leave: () => go(proposal),
    }
  }, [data, props.tool, proposal, navigate, client])

  if (proposal === "" || !edits) return props.children(undefined)
  if (edited)
    return (
      <>
        <Notice
          className="mb-5 max-w-2xl"
          title="You are changing a proposal"
          action={<LinkButton onClick={edited.leave}>Leave it as it was</LinkButton>}
        >
          What you propose here takes its place and waits for a signature. Nothing happens before.
        </Notice>
        {props.children(edited)}
      </>
    )
  if (data || error)
    return (
      <Notice tone="error">
        {error?.message ?? "This proposal is of another kind. Open its card and choose Edit there."}
      </Notice>
    )
  return <Skeleton lines={6} label="Reading what was asked" />
}
