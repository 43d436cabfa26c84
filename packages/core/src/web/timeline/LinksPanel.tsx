import { ConfirmDialog, Field, IconButton, LinkButton, Panel, TextInput, TextLink } from "@countersign/ui"
import { X } from "lucide-react"
import { useState } from "react"
import { quoteName } from "../../contract/text/quote-name.ts"
import { InlineForm } from "../form/InlineForm.tsx"
import { useForm } from "../form/use-form.ts"
import { useChange } from "../use-call.ts"
import type { Timeline, TimelineLink } from "./timeline.ts"

/** Dashboards, calls and tickets that belong to a thing. */
export function LinksPanel<Status extends string, Moves extends Status>({
  timeline,
  thing,
}: {
  timeline: Timeline<Status, Moves>
  thing: { id: string; links: readonly TimelineLink[]; mayChange: boolean }
}) {
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<TimelineLink | null>(null)
  const { removeLink } = timeline.call
  const remove = useChange(removeLink.verb)
  return (
    <Panel
      title="Links"
      action={thing.mayChange && !adding && <LinkButton onClick={() => setAdding(true)}>Add</LinkButton>}
    >
      {thing.links.length === 0 && !adding && <p className="text-muted">No links yet.</p>}
      <ul className="flex flex-col">
        {thing.links.map((link) => (
          <li key={link.id} className="flex min-h-8 items-center justify-between gap-2">
            <TextLink href={link.url} external className="min-w-0 truncate" title={link.url}>
              {link.label}
            </TextLink>
            {thing.mayChange && (
              <IconButton
                size="sm"
                label={`Remove the link ${link.label}`}
                icon={<X />}
                onClick={() => setRemoving(link)}
              />
            )}
          </li>
        ))}
      </ul>
      {adding && <LinkForm timeline={timeline} thingId={thing.id} onClose={() => setAdding(false)} />}
      {removing && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setRemoving(null)}
          title={`Remove the link ${quoteName(removing.label)}?`}
          description="Only the link goes; what it leads to stays."
          confirmLabel="Remove link"
          onConfirm={() => remove.mutateAsync(removeLink.input({ id: thing.id, linkId: removing.id }))}
        />
      )}
    </Panel>
  )
}

function LinkForm<Status extends string, Moves extends Status>(props: {
  timeline: Timeline<Status, Moves>
  thingId: string
  onClose: () => void
}) {
  const { timeline, thingId, onClose } = props
  const { addLink } = timeline.call
  const form = useForm(addLink.verb, {
    values: () => ({ label: "", url: "" }),
    input: ({ label, url }) => addLink.input({ id: thingId, label, url: url.trim() }),
    onDone: onClose,
  })
  return (
    <InlineForm
      name={`${timeline.name}-link`}
      form={form}
      onClose={onClose}
      submitLabel="Add link"
      size="sm"
      className="mt-2 gap-3!"
    >
      <Field label="Label" path="label">
        <TextInput autoFocus placeholder="Dashboard" {...form.text("label")} />
      </Field>
      <Field label="Address" path="url">
        <TextInput type="url" inputMode="url" placeholder="https://" {...form.text("url")} />
      </Field>
    </InlineForm>
  )
}
