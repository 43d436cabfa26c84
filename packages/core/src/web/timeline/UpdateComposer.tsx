import { Button, Field, Form, Kbd, Select, TextArea, useShortcuts } from "@countersign/ui"
import { useRef } from "react"
import { useForm } from "../form/use-form.ts"
import type { Timeline } from "./timeline.ts"
import { useVisibilityChoices, type Visibility } from "./visibility.ts"

/** Where most of a timeline is written: text, status and visibility without leaving the keyboard. `c` goes there. */
export function UpdateComposer<Status extends string, Moves extends Status>({
  timeline,
  thing,
}: {
  timeline: Timeline<Status, Moves>
  thing: { id: string; status?: Status }
}) {
  const { name, statuses, moves, call, alsoChanges } = timeline
  const text = useRef<HTMLTextAreaElement>(null)
  const form = useForm(call.addUpdate.verb, {
    values: (): { message: string; status: Moves | ""; visibility: Visibility } => ({
      message: "",
      // Empty: the status stays.
      status: "",
      visibility: "signedIn",
    }),
    input: ({ message, status, visibility }) =>
      call.addUpdate.input({ id: thing.id, message, status: later(status, thing.status), visibility }),
    alsoChanges,
    keep: `${name}-update:${thing.id}`,
    onDone: () => text.current?.focus(),
  })
  useShortcuts({ c: () => text.current?.focus() })
  return (
    <Form name={`${name}-update`} failure={form.failure} onSubmit={form.submit} className="flex flex-col gap-2">
      <Field labelHidden label="Write an update" path="message">
        <TextArea ref={text} placeholder="What is new? Markdown works." {...form.text("message")} />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        {statuses && moves && thing.status && (
          <Select
            prefixLabel="Status"
            value={later(form.values.status, thing.status) ?? ""}
            onChange={(status) => form.set("status", status)}
            placeholder={`${statuses[thing.status]}, as it is`}
            options={moves
              .filter((status) => status !== thing.status)
              .map((value) => ({ value, label: statuses[value] }))}
          />
        )}
        <Select
          prefixLabel="Visible to"
          options={useVisibilityChoices(form.values.visibility)}
          {...form.choice("visibility")}
        />
        <span className="ml-auto flex items-center gap-2">
          <span className="pointer-coarse:hidden">
            <Kbd keys="Mod-Enter" />
          </span>
          <Button type="submit" variant="primary" busy={form.busy}>
            Post update
          </Button>
        </span>
      </div>
      {form.values.visibility === "public" && (
        <p className="text-muted text-table">Everybody reads it on the public site, with the title and the status.</p>
      )}
    </Form>
  )
}

/** Somebody may have moved it there meanwhile. */
function later<Moves extends string>(chosen: Moves | "", now: string | undefined): Moves | undefined {
  return chosen === "" || chosen === now ? undefined : chosen
}
