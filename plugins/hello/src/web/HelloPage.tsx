import { useCall, useForm, useTopic } from "@countersign/core/web"
import { Button, EmptyState, Field, Form, ListPage, Notice, Skeleton, TextInput, Time } from "@countersign/ui"
import { useState } from "react"
import { DOOR, greetingLeft, helloContract } from "../contract.ts"

export default function HelloPage() {
  return (
    <ListPage title="Greetings" description="The smallest page a plugin can have." action={<GreetForm />}>
      <JustLeft />
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

/** Those that are left while the page is open, as they are told. */
function JustLeft() {
  const [left, setLeft] = useState<{ sequence: number; from: string; words: string }[]>([])
  useTopic(greetingLeft, DOOR, (greeting) => setLeft((known) => [greeting, ...known].slice(0, 3)))
  return (
    <ol aria-live="polite" aria-label="Just left">
      {left.map(({ sequence, from, words }) => (
        <li key={sequence}>
          No. {sequence}, {from}: {words}
        </li>
      ))}
    </ol>
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
