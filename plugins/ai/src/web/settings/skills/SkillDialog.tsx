import { FormDialog, useForm } from "@countersign/core/web"
import { Field, TextArea, TextInput, useToast } from "@countersign/ui"
import { aiContract, type Skill } from "../../../contract.ts"

const LONGEST = 8_000

/** A new skill, or another look at one there is. */
export function SkillDialog({ skill, onClose }: { skill: Skill | null; onClose: () => void }) {
  const toast = useToast()
  const form = useForm(skill ? aiContract.updateSkill : aiContract.createSkill, {
    base: skill,
    values: (base) => ({ title: base?.title ?? "", description: base?.description ?? "", text: base?.text ?? "" }),
    input: (values, base) => (base ? { skillId: base.id, version: base.version, ...values } : values),
    noun: "skill",
    labels: { title: "Title", description: "When to use it", text: "Instructions" },
    onDone({ title }) {
      toast.success(`${title} was ${skill ? "saved" : "added"}.`)
      onClose()
    },
  })
  return (
    <FormDialog
      name="skill"
      form={form}
      onClose={onClose}
      guarded
      size="lg"
      title={skill ? `Edit ${skill.title}` : "Write a skill"}
      description={skill?.shared ? "It is shared: everyone's assistant follows what you write here." : undefined}
      submitLabel={skill ? "Save skill" : "Add skill"}
    >
      <Field label="Title" required path="title">
        <TextInput autoComplete="off" maxLength={120} {...form.text("title")} />
      </Field>
      <Field label="When to use it" path="description" hint="In a line, for the list to choose from.">
        <TextInput autoComplete="off" maxLength={300} {...form.text("description")} />
      </Field>
      <Field
        label="Instructions"
        required
        path="text"
        hint={`What the assistant shall do, in Markdown. ${form.values.text.length} of ${LONGEST} characters.`}
      >
        <TextArea rows={10} maxLength={LONGEST} {...form.text("text")} />
      </Field>
    </FormDialog>
  )
}
