import { type Secret, SecretHost, secretsContract } from "@countersign/core/contract"
import { FormDialog, useForm } from "@countersign/core/web"
import { Field, PasswordInput, TagInput, TextInput, useToast } from "@countersign/ui"

export function StoreSecretDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const form = useForm(secretsContract.setSecret, {
    values: () => ({ name: "", value: "", hosts: [] as string[] }),
    // Left empty, what a name that is taken says already stays.
    input: ({ hosts, ...rest }) => (hosts.length > 0 ? { ...rest, hosts } : rest),
    onDone(secret) {
      toast.success(`The secret ${secret.name} is stored.`)
      onClose()
    },
  })
  return (
    <FormDialog
      name="secret"
      form={form}
      open
      onClose={onClose}
      title="Store a secret"
      description="A name that is taken, in upper or lower case, gets the new value instead of its old one."
      submitLabel="Store secret"
    >
      <Field
        label="Name"
        hint="Letters a to z, digits, dots, dashes and underscores, such as STATUS_TOKEN. A letter comes first."
        path="name"
      >
        <TextInput mono autoComplete="off" spellCheck={false} {...form.text("name")} />
      </Field>
      <Field label="Value" path="value">
        <PasswordInput autoComplete="off" {...form.text("value")} />
      </Field>
      <HostsField {...form.choice("hosts")} />
    </FormDialog>
  )
}

export function ReplaceSecretDialog({ secret, onClose }: { secret: Secret; onClose: () => void }) {
  const toast = useToast()
  const { name } = secret
  const form = useForm(secretsContract.setSecret, {
    values: () => ({ value: "" }),
    input: ({ value }) => ({ name, value }),
    onDone() {
      toast.success(`The secret ${name} is replaced.`)
      onClose()
    },
  })
  return (
    <FormDialog
      name="secret-replace"
      form={form}
      open
      onClose={onClose}
      title={`Replace ${name}`}
      description="Whatever names it uses the new value from now on. Where it may go stays."
      submitLabel="Replace secret"
    >
      <Field label="Value" path="value">
        <PasswordInput autoComplete="off" {...form.text("value")} />
      </Field>
    </FormDialog>
  )
}

export function SecretHostsDialog({ secret, onClose }: { secret: Secret; onClose: () => void }) {
  const toast = useToast()
  const { name } = secret
  const form = useForm(secretsContract.setSecretHosts, {
    values: () => ({ hosts: [...secret.hosts] }),
    input: ({ hosts }) => ({ name, hosts }),
    onDone({ hosts }) {
      toast.success(hosts.length > 0 ? `Where ${name} may go is saved.` : `${name} may go nowhere now.`)
      onClose()
    },
    onUnchanged: onClose,
  })
  return (
    <FormDialog
      name="secret-hosts"
      form={form}
      open
      onClose={onClose}
      title={`Where ${name} may go`}
      description="The value stays as it is. Whatever would send it elsewhere is refused from now on."
      submitLabel="Save"
    >
      <HostsField {...form.choice("hosts")} />
    </FormDialog>
  )
}

function HostsField({ value, onChange }: { value: string[]; onChange: (hosts: string[]) => void }) {
  return (
    <Field
      label="Hosts it may go to"
      path="hosts"
      value={value}
      hint="A host, or all below one: *.example.com. Enter adds one. Without any it is sent nowhere."
    >
      <TagInput value={value} onChange={onChange} validate={whatIsWrong} placeholder="api.example.com" />
    </Field>
  )
}

function whatIsWrong(host: string): string | null {
  return SecretHost.safeParse(host).error?.issues[0]?.message ?? null
}
