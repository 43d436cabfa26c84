import { Field, Select, TextArea } from "@countersign/ui"
import { InlineForm } from "../form/InlineForm.tsx"
import { useForm } from "../form/use-form.ts"
import type { Timeline, TimelineUpdate } from "./timeline.ts"
import { useVisibilityChoices } from "./visibility.ts"

/** Corrects one update in its place. */
export function UpdateEditor<Status extends string, Moves extends Status>(props: {
  timeline: Timeline<Status, Moves>
  edit: NonNullable<Timeline<Status, Moves>["call"]["editUpdate"]>
  thingId: string
  update: TimelineUpdate<Status>
  onClose: () => void
}) {
  const { timeline, edit, thingId, update, onClose } = props
  const form = useForm(edit.verb, {
    base: update,
    values: ({ message, visibility }) => ({ message, visibility }),
    // One that only moved the status may stay without words.
    input: (_, { id, version }, changed) =>
      edit.input({
        id: thingId,
        updateId: id,
        version,
        message: changed.message,
        visibility: changed.visibility,
      }),
    noun: "update",
    labels: { message: "Text", visibility: "Visible to" },
    onUnchanged: onClose,
    onDone: onClose,
  })
  return (
    <InlineForm
      name={`${timeline.name}-update-edit`}
      form={form}
      onClose={onClose}
      submitLabel="Save update"
      beside={
        <Select
          prefixLabel="Visible to"
          options={useVisibilityChoices(update.visibility)}
          {...form.choice("visibility")}
        />
      }
    >
      <Field labelHidden label="Text of the update" path="message">
        <TextArea autoFocus {...form.text("message")} />
      </Field>
    </InlineForm>
  )
}
