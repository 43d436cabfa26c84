import { useChange } from "@countersign/core/web"
import { Button, Field, Form, Kbd, Select, TextArea, useShortcuts } from "@countersign/ui"
import { type KeyboardEvent, useRef } from "react"
import { type Incident, type IncidentStatus, incidentContract, type Visibility } from "../contract.ts"
import { useDraft } from "./use-draft.ts"
import { choices, STATUS_WORDS, useVisibilityChoices } from "./words.ts"

interface Draft {
  message: string
  /** Empty: the status stays. */
  status: IncidentStatus | ""
  visibility: Visibility
}

const EMPTY: Draft = { message: "", status: "", visibility: "signedIn" }

/** Where most of an incident is written: text, status and visibility without leaving the keyboard. */
export function Composer({ incident }: { incident: Incident }) {
  const { draft, change, clear } = useDraft<Draft>(`incident-update:${incident.id}`, EMPTY)
  const text = useRef<HTMLTextAreaElement>(null)
  const post = useChange(incidentContract.addUpdate, {
    alsoChanges: ["catalog.system"],
    onDone() {
      clear()
      text.current?.focus()
    },
  })
  useShortcuts({ c: () => text.current?.focus() })
  // Somebody may have moved it there meanwhile.
  const status = draft.status === incident.status ? "" : draft.status
  function submit() {
    if (!post.isPending)
      post.mutate({
        id: incident.id,
        message: draft.message,
        status: status || undefined,
        visibility: draft.visibility,
      })
  }
  function submitByKey(event: KeyboardEvent) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit()
  }

  return (
    <Form
      name="incident-update"
      failure={post.error}
      onSubmit={submit}
      onKeyDown={submitByKey}
      className="flex flex-col gap-2"
    >
      <Field labelHidden label="Write an update" path="message">
        <TextArea
          ref={text}
          placeholder="What is new? Markdown works."
          value={draft.message}
          onChange={(event) => change({ message: event.target.value })}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Select
          prefixLabel="Status"
          value={status}
          onChange={(value) => change({ status: value as Draft["status"] })}
          placeholder={`${STATUS_WORDS[incident.status]}, as it is`}
          options={choices(STATUS_WORDS).filter(({ value }) => value !== incident.status)}
        />
        <Select
          prefixLabel="Visible to"
          value={draft.visibility}
          onChange={(value) => change({ visibility: value as Visibility })}
          options={useVisibilityChoices(draft.visibility)}
        />
        <span className="ml-auto flex items-center gap-2">
          <span className="pointer-coarse:hidden">
            <Kbd keys="Mod-Enter" />
          </span>
          <Button type="submit" variant="primary" busy={post.isPending}>
            Post update
          </Button>
        </span>
      </div>
    </Form>
  )
}
