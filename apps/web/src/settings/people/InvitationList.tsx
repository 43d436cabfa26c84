import { type OutputOf, peopleContract } from "@countersign/core/contract"
import { ListFilters, ListTable, useChange, useList } from "@countersign/core/web"
import { type Column, ConfirmDialog, EmptyState, rowMenuColumn, Time, useToast } from "@countersign/ui"
import { useState } from "react"
import { InvitationLinkDialog } from "./InviteDialog.tsx"

type Invitation = OutputOf<typeof peopleContract.listInvitations>["items"][number]

export function InvitationList() {
  const toast = useToast()
  const list = useList(peopleContract.listInvitations, {
    noun: ["invitation", "invitations"],
    sort: ["createdAt", "email", "expiresAt"],
    direction: "desc",
    filters: { text: "text" },
  })
  const [withdrawing, setWithdrawing] = useState<Invitation | null>(null)
  const [handOver, setHandOver] = useState<{ email: string; link: string } | null>(null)
  const cancel = useChange(peopleContract.cancelInvitation)
  const resend = useChange(peopleContract.resendInvitation, {
    onDone({ invitation, link }) {
      if (link) setHandOver({ email: invitation.email, link })
      else toast.success(`The invitation is on its way to ${invitation.email} again.`)
    },
  })

  const columns: readonly Column<Invitation>[] = [
    {
      id: "email",
      header: "Email",
      sortable: true,
      width: "2fr",
      priority: "title",
      cell: (invitation) => invitation.email,
    },
    {
      id: "roles",
      header: "Roles",
      width: "1.5fr",
      priority: "meta",
      cell: (invitation) => invitation.roles.map((role) => role.name).join(", "),
    },
    { id: "by", header: "Invited by", width: "1.5fr", cell: (invitation) => invitation.invitedBy },
    {
      id: "createdAt",
      header: "Invited",
      sortable: true,
      width: "120px",
      cell: (invitation) => <Time instant={invitation.createdAt} />,
    },
    {
      id: "expiresAt",
      header: "Ends",
      sortable: true,
      width: "120px",
      priority: "meta",
      cell: (invitation) => <Time instant={invitation.expiresAt} />,
    },
    rowMenuColumn(
      (invitation) => invitation.email,
      (invitation) => [
        {
          id: "resend",
          label: "Make a new link",
          hint: "The earlier one stops working.",
          onSelect: () => resend.mutate({ id: invitation.id }, { onError: (cause) => toast.error(cause) }),
        },
        { id: "withdraw", label: "Withdraw", danger: true, onSelect: () => setWithdrawing(invitation) },
      ],
    ),
  ]

  return (
    <>
      <ListFilters list={list} search="Find by address" />
      <ListTable
        list={list}
        label="Open invitations"
        columns={columns}
        className="mt-2"
        noMatch="Nobody with this address has an open invitation."
        empty={
          <EmptyState title="No invitation is open">
            Everyone you invited has joined. Invitations wait here until they are accepted or run out.
          </EmptyState>
        }
      />
      <ConfirmDialog
        open={withdrawing !== null}
        onOpenChange={(open) => !open && setWithdrawing(null)}
        title={`Withdraw the invitation of ${withdrawing?.email ?? ""}?`}
        description="Its link stops working. You can invite them again later."
        confirmLabel="Withdraw invitation"
        onConfirm={() => withdrawing && cancel.mutateAsync({ id: withdrawing.id })}
      />
      {handOver && <InvitationLinkDialog open {...handOver} onClose={() => setHandOver(null)} />}
    </>
  )
}
