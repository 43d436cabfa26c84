import { FormDialog, useCall, useForm } from "@countersign/core/web"
import { Dialog, Field, Notice, Select, Skeleton, Switch, TextArea, TextInput } from "@countersign/ui"
import { siteContract } from "../../../contract.ts"
import { DEFAULT_RUNTIME, keyOf } from "../../../document.ts"
import { useStore } from "../store/use-editor.ts"
import { type ScriptListed, whereRun } from "./code-words.ts"

interface ScriptDialogProps {
  /** Null for a new one. */
  script: ScriptListed | null
  mayChange: boolean
  onClose: () => void
}

/** A script with its text, where it runs and when: written by those who may, read by all who see the page. */
export function ScriptDialog({ script, mayChange, onClose }: ScriptDialogProps) {
  const { data, error } = useCall(
    siteContract.readCodeAsset,
    { fileId: script?.fileId, maxChars: 100_000 },
    { enabled: script !== null },
  )
  const title = script ? `Script ${script.path}` : "New script"
  const isLong = data !== undefined && data.pageInfo.totalParts > 1
  if (script && (!data || isLong || !mayChange))
    return (
      <Dialog open onOpenChange={onClose} title={title} description={whereRun(script)} size="lg">
        {error && <Notice tone="error">{error.message}</Notice>}
        {!data && !error && <Skeleton lines={8} label="Reading the script" />}
        {isLong && <Notice>It is too long to be edited here. Below is how it begins.</Notice>}
        {data && (
          <Field label="Text">
            <TextArea mono readOnly className="w-full" value={data.content} />
          </Field>
        )}
      </Dialog>
    )
  return <ScriptForm script={script} content={data?.content ?? ""} title={title} onClose={onClose} />
}

interface ScriptFormProps {
  script: ScriptListed | null
  content: string
  title: string
  onClose: () => void
}

function ScriptForm({ script, content, title, onClose }: ScriptFormProps) {
  const { ref } = useStore()
  const here = keyOf(ref)
  const runtime = script?.runtime ?? DEFAULT_RUNTIME
  const form = useForm(siteContract.writeCodeAsset, {
    base: { script, content },
    values: () => ({
      path: script?.path ?? "",
      content,
      where: runtime.documents === null ? "all" : "these",
      place: runtime.place as string,
      module: runtime.module,
    }),
    input: ({ path, content: text, where, place, module }) => ({
      path: path.trim(),
      type: "script" as const,
      content: text,
      runtime: {
        documents: where === "all" ? null : where === "here" ? [here] : [...(runtime.documents ?? [])],
        place: place === "head" ? ("head" as const) : ("bodyEnd" as const),
        module,
      },
      ...(script && { expectedHash: script.hash }),
    }),
    check: ({ path }) =>
      /\.m?js$/.test(path.trim())
        ? []
        : [{ path: "path", message: "Give it a path that ends with .js, such as menu.js." }],
    noun: "script",
    onDone: onClose,
  })
  const places = [
    { value: "all", label: "Every page" },
    ...(runtime.documents === null ? [] : [{ value: "these", label: whereRun({ runtime }) }]),
    ...(ref.type === "visualComponent"
      ? []
      : [{ value: "here", label: ref.type === "page" ? "This page" : "This template" }]),
  ]
  return (
    <FormDialog
      name="site-script"
      form={form}
      onClose={onClose}
      title={title}
      description="Visitors' browsers run it once the site is published; the canvas never does. Look at it in the preview."
      size="lg"
      submitLabel="Save script"
      guarded
    >
      {!script && (
        <Field label="Path" path="path" hint="Small letters, digits and hyphens, and .js at its end, such as menu.js.">
          <TextInput mono {...form.text("path")} />
        </Field>
      )}
      <Field label="Text" path="content">
        <TextArea mono spellCheck={false} className="min-h-48" {...form.text("content")} />
      </Field>
      <Field label="Runs on">
        <Select options={places} {...form.choice("where")} />
      </Field>
      <Field label="Loads">
        <Select
          options={[
            { value: "bodyEnd", label: "At the end of the page" },
            { value: "head", label: "In the head of the page" },
          ]}
          {...form.choice("place")}
        />
      </Field>
      <Switch
        label="It is a module"
        hint="It may import others, and runs once the page is read."
        {...form.checked("module")}
      />
    </FormDialog>
  )
}
