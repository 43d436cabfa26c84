import { type OutputOf, peopleContract } from "@countersign/core/contract"
import { useCall, useChange } from "@countersign/core/web"
import {
  Button,
  type Column,
  ConfirmDialog,
  DataTable,
  EmptyState,
  FilterBar,
  ListSearch,
  Pagination,
  rowMenuColumn,
  Time,
  useToast,
} from "@countersign/ui"
import { useState } from "react"
import { useFilteredList } from "../../list/use-filtered-list.ts"
import { InvitationLinkDialog } from "./InviteDialog.tsx"

type Invitation = OutputOf<typeof peopleContract.listInvitations>["items"][number]

export function InvitationList() {
  const toast = useToast()
  const list = useFilteredList({
    columns: ["createdAt", "email", "expiresAt"],
    direction: "desc",
    filters: ["text"],
  })
  const invitations = useCall(
    peopleContract.listInvitations,
    { ...list.page, text: list.filters.text || undefined },
    { keepPrevious: true },
  )
  const [withdrawing, setWithdrawing] = useState<Invitation | null>(null)
  const [handOver, setHandOver] = useState<{ email: string; link: string } | null>(null)
  const cancel = useChange(peopleContract.cancelInvitation)
  const resend = useChange(peopleContract.resendInvitation, {
    onDone({ invitation, link }) {
      if (link) setHandOver({ email: invitation.email, link })
      else toast.success(`The invitation is on its way to ${invitation.email} again.`)
    },
  })
  const pagination = list.pagination(invitations.data, "invitations")

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
      <FilterBar>
        <ListSearch label="Find by address" {...list.control("text")} />
      </FilterBar>
      <DataTable
        label="Open invitations"
        columns={columns}
        {...list.table(invitations)}
        rowId={(invitation) => invitation.id}
        className="mt-2"
        empty={
          list.filtered ? (
            <EmptyState title="No invitation matches" action={<Button onClick={list.clear}>Clear the search</Button>}>
              Nobody with this address has an open invitation.
            </EmptyState>
          ) : (
            <EmptyState title="No invitation is open">
              Everyone you invited has joined. Invitations wait here until they are accepted or run out.
            </EmptyState>
          )
        }
      />
      {pagination && <Pagination {...pagination} />}
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
