import { FormDialog, useCall, useForm } from "@countersign/core/web"
import { Field, LinkButton, Select, TextInput, useToast } from "@countersign/ui"
import { type Channel, notificationContract } from "../contract.ts"

/** Adds a channel, or changes the given one. What is sealed is never shown again: left empty, it stays. */
export function ChannelDialog({
  channel,
  shared,
  onClose,
}: {
  channel: Channel | null
  shared: boolean
  onClose: () => void
}) {
  const toast = useToast()
  const { data } = useCall(notificationContract.channelKinds, {})
  const form = useForm(channel ? notificationContract.updateChannel : notificationContract.createChannel, {
    base: channel ?? undefined,
    values: (base) => ({ name: base?.name ?? "", kind: base?.kind ?? "webhook", address: "", secret: "" }),
    input: ({ name, kind, address, secret }, base) =>
      base
        ? { id: base.id, version: base.version, name, ...(address && { address }), ...(secret && { secret }) }
        : { name, kind, address, secret: secret || null, shared },
    noun: "channel",
    labels: { name: "Name", kind: "Kind", address: "Address", secret: "Secret" },
    alsoChanges: ["notification.channel"],
    onDone({ name }) {
      toast.success(`${name} was ${channel ? "saved" : "added"}.`)
      onClose()
    },
  })
  const kind = data?.kinds.find(({ id }) => id === form.values.kind)
  return (
    <FormDialog
      name="channel"
      form={form}
      onClose={onClose}
      size="sm"
      title={channel ? `Change ${channel.name}` : shared ? "Add a shared channel" : "Add a channel of your own"}
      submitLabel={channel ? "Save channel" : "Add channel"}
    >
      {!channel && (
        <Field label="Kind" path="kind" hint={kind?.description}>
          <Select
            options={(data?.kinds ?? []).map(({ id, title }) => ({ value: id, label: title }))}
            {...form.choice("kind")}
          />
        </Field>
      )}
      <Field label="Name" required path="name">
        <TextInput autoComplete="off" maxLength={80} {...form.text("name")} />
      </Field>
      <Field
        label={kind?.address ?? "Address"}
        path="address"
        required={!channel}
        hint={channel ? `It leads to ${channel.place}. Leave this empty to keep it.` : "Sealed, and never shown again."}
      >
        <TextInput mono autoComplete="off" placeholder={kind?.addressHint} {...form.text("address")} />
      </Field>
      {kind?.secret && (
        <Field
          label={kind.secret}
          path="secret"
          hint={
            <>
              {channel?.hasSecret ? "One is stored. Leave this empty to keep it. " : kind.secretHint}{" "}
              <LinkButton onClick={() => form.set("secret", madeUp())}>Make one up</LinkButton>
            </>
          }
        >
          <TextInput mono autoComplete="off" {...form.text("secret")} />
        </Field>
      )}
    </FormDialog>
  )
}

/** Long enough that nobody guesses it; shown until the dialog closes, so that it can be copied to the receiver. */
function madeUp(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}
