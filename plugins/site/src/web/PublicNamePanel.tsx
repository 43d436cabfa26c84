import { FormDialog, type ThingPartProps, useCall, useCan, useForm } from "@countersign/core/web"
import { Button, Field, KeyValue, Notice, Skeleton, TextInput, useToast } from "@countersign/ui"
import { useState } from "react"
import { publicationAccess, siteContract } from "../contract.ts"

/** On a system's page: whether everybody may see how it is, and under which name. */
export default function PublicNamePanel({ id: systemId }: ThingPartProps) {
  const mayPublish = useCan()(publicationAccess.manage)
  const { data, error } = useCall(siteContract.getPublicName, { systemId }, { alsoShows: ["catalog.system"] })
  const [editing, setEditing] = useState(false)
  if (error) return <Notice tone="error">{error.message}</Notice>
  if (!data) return <Skeleton lines={2} label="Reading the public name" />
  return (
    <div className="flex flex-col items-start gap-2">
      {data.name === null ? (
        <p className="text-muted">Visitors of the public site do not see this system.</p>
      ) : (
        <KeyValue
          facts={[
            { label: "Public name", value: data.name },
            ...(data.heading ? [{ label: "Under the heading", value: data.heading }] : []),
          ]}
        />
      )}
      {mayPublish && (
        <Button size="sm" onClick={() => setEditing(true)}>
          {data.name === null ? "Show it on the public site" : "Change what everybody sees"}
        </Button>
      )}
      {editing && <PublicNameDialog systemId={systemId} stored={data} onClose={() => setEditing(false)} />}
    </div>
  )
}

interface Stored {
  name: string | null
  heading: string | null
}

function PublicNameDialog({ systemId, stored, onClose }: { systemId: string; stored: Stored; onClose: () => void }) {
  const toast = useToast()
  const form = useForm(siteContract.setPublicName, {
    base: stored,
    values: ({ name, heading }: Stored) => ({ name: name ?? "", heading: heading ?? "" }),
    input: ({ name, heading }) => ({ systemId, name: name.trim() || null, heading: heading.trim() || null }),
    onUnchanged: onClose,
    onDone({ name }) {
      toast.success(name === null ? "Visitors no longer see it" : `Everybody sees it as ${name}`)
      onClose()
    },
  })
  return (
    <FormDialog
      name="site-public-name"
      form={form}
      onClose={onClose}
      size="sm"
      title="Show it on the public site"
      description="Everybody will see this name, the status of the system, and what is said in public about its incidents and maintenance."
      submitLabel="Save public name"
    >
      <Field
        label="Public name"
        optional
        path="name"
        hint="What people outside call it. Leave it empty, and nobody sees the system."
      >
        <TextInput {...form.text("name")} />
      </Field>
      <Field label="Heading" optional path="heading" hint="Systems with the same heading stand together.">
        <TextInput {...form.text("heading")} />
      </Field>
    </FormDialog>
  )
}
