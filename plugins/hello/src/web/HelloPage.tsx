import { useCall, useForm } from "@countersign/core/web"
import { Button, EmptyState, Field, Form, ListPage, Notice, Skeleton, TextInput, Time } from "@countersign/ui"
import { helloContract } from "../contract.ts"

export default function HelloPage() {
  return (
    <ListPage title="Greetings" description="The smallest page a plugin can have." action={<GreetForm />}>
      <Greetings />
    </ListPage>
  )
}

function Greetings() {
  const { data, error } = useCall(helloContract.list, {})
  if (error) return <Notice tone="error">{error.message}</Notice>
  if (!data) return <Skeleton lines={4} label="Loading greetings" />
  if (data.greetings.length === 0) return <EmptyState title="Nobody was greeted yet">Type a name above.</EmptyState>
  return (
    <ul>
      {data.greetings.map((greeting) => (
        <li key={greeting.id} className="border-hairline border-b py-2">
          {greeting.from}: {greeting.words} <Time instant={greeting.at} />
        </li>
      ))}
    </ul>
  )
}

function GreetForm() {
  const form = useForm(helloContract.greet, { values: () => ({ to: "" }), input: (values) => values })
  return (
    <Form name="greet" failure={form.failure} onSubmit={form.submit} className="flex items-end gap-2">
      <Field label="Whom" path="to">
        <TextInput {...form.text("to")} />
      </Field>
      <Button type="submit" variant="primary" busy={form.busy}>
        Greet
      </Button>
    </Form>
  )
}
