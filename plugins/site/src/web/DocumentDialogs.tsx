import { quoteName } from "@countersign/core/contract"
import { FormDialog, type FormState, useCall, useChange, useForm } from "@countersign/core/web"
import { ConfirmDialog, Field, Notice, RadioGroup, Skeleton, TextInput, useToast } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { type DocumentSummary, siteContract } from "../contract.ts"
import { addressOf, type DocumentType, LIST, NOUNS, newDocumentId } from "./words.ts"

interface AboutOne {
  about: DocumentSummary
  onClose: () => void
}

export function NewDocumentDialog({ type, onClose }: { type: DocumentType; onClose: () => void }) {
  const open = useOpenDocument()
  // Chosen once: whoever tries again means the same document.
  const [document] = useState(() => ({ type, id: newDocumentId() }))
  const noun = NOUNS[type]
  const form = useForm(siteContract.createDocument, {
    values: () => ({ title: "", address: null as string | null }),
    input: ({ title, address }) => {
      const path = address?.trim() ?? addressOf(title)
      return { document, title, ...(type === "page" && path !== "" && { address: path }) }
    },
    // Whatever is refused of a new page is its address: the schema has judged the title.
    toFailure: ({ message, body }) =>
      body.code === "conflict" ? { message, body: { issues: [{ path: "address", message }] } } : { message, body },
    onDone: () => open(document),
  })
  return (
    <FormDialog
      name="site-document-new"
      form={form}
      onClose={onClose}
      size="sm"
      title={`New ${noun}`}
      description={WHAT_IT_IS[type]}
      submitLabel={`Create ${noun}`}
    >
      <TitleField title={form.text("title")} />
      {type === "page" && (
        <Field label="Address" optional path="address" hint="Made of the title, unless you write another one.">
          <TextInput
            mono
            prefix="/"
            value={form.values.address ?? addressOf(form.values.title)}
            onChange={({ target }) => form.set("address", target.value)}
          />
        </Field>
      )}
    </FormDialog>
  )
}

const WHAT_IT_IS: Readonly<Record<DocumentType, string>> = {
  page: "It begins empty. Nobody else sees it before it is published.",
  template: "A template stands around pages: a header, a footer, a navigation. It begins empty.",
  visualComponent: "A component is a part that several pages share. It begins empty.",
}

export function RenameDialog({ about, onClose }: AboutOne) {
  const form = useForm(siteContract.renameDocument, {
    values: () => ({ title: about.title }),
    input: ({ title }) => ({ document: about.document, title }),
    onUnchanged: onClose,
    onDone: onClose,
  })
  return (
    <FormDialog
      name="site-document-rename"
      form={form}
      onClose={onClose}
      size="sm"
      title={`Rename ${quoteName(about.title)}`}
      submitLabel="Save title"
    >
      <TitleField title={form.text("title")} />
    </FormDialog>
  )
}

export function DuplicateDialog({ about, onClose }: AboutOne) {
  const open = useOpenDocument()
  const form = useForm(siteContract.duplicateDocument, {
    values: () => ({ title: `Copy of ${about.title}` }),
    input: ({ title }) => ({ document: about.document, title }),
    onDone: ({ document }) => open(document),
  })
  return (
    <FormDialog
      name="site-document-duplicate"
      form={form}
      onClose={onClose}
      size="sm"
      title={`Duplicate ${quoteName(about.title)}`}
      description="The copy has the same content and begins a history of its own."
      submitLabel={`Duplicate ${NOUNS[about.document.type]}`}
    >
      <TitleField title={form.text("title")} />
    </FormDialog>
  )
}

export function DeleteDialog({ about, onClose, leave = false }: AboutOne & { leave?: boolean }) {
  const navigate = useNavigate()
  const change = useChange(siteContract.deleteDocument)
  const noun = NOUNS[about.document.type]
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${quoteName(about.title)}?`}
      description={`Its history stays: under Pages, Deleted, any version of the ${noun} can be brought back.`}
      confirmLabel={`Delete ${noun}`}
      onConfirm={async () => {
        await change.mutateAsync({ document: about.document })
        if (leave) await navigate({ to: LIST.href })
      }}
    />
  )
}

export function StarterDialog({ onClose }: { onClose: () => void }) {
  const open = useOpenDocument()
  const toast = useToast()
  const starters = useCall(siteContract.listStarters, {}, { builtIn: true })
  const site = useCall(siteContract.openFacts, {})
  const known = site.data?.facts.settings.name ?? ""
  const form = useForm(siteContract.beginWithStarter, {
    base: known,
    values: (name: string) => ({ starter: "status", name }),
    input: ({ starter, name }) => ({ starter, name }),
    onDone({ home }) {
      toast.success("Your site has its first page", "Look at it, change its words, and publish it.")
      open(home)
    },
  })
  const failure = starters.error ?? site.error
  return (
    <FormDialog
      name="site-starter"
      form={form}
      onClose={onClose}
      title="Begin with a starter"
      description="It brings a first page, the frame around every page, a page for what is not found, and their styles."
      submitLabel="Begin"
    >
      {failure && <Notice tone="error">{failure.message}</Notice>}
      {!(starters.data && site.data) && !failure && <Skeleton lines={6} label="Reading the starters" />}
      {starters.data && site.data && (
        <div className="flex flex-col gap-5">
          <Field
            label="Name of your site"
            required
            path="name"
            hint="It stands at the top of every page: your product, your team or your company."
          >
            <TextInput {...form.text("name")} />
          </Field>
          <RadioGroup
            label="Starter"
            options={starters.data.starters.map(({ id, name, description }) => ({
              value: id,
              label: name,
              hint: description,
            }))}
            {...form.choice("starter")}
          />
        </div>
      )}
    </FormDialog>
  )
}

function TitleField({ title }: { title: ReturnType<FormState<{ title: string }>["text"]> }) {
  return (
    <Field label="Title" required path="title" hint="What people read in the browser's tab, and you in the list.">
      <TextInput {...title} />
    </Field>
  )
}

function useOpenDocument(): (document: DocumentSummary["document"]) => void {
  const navigate = useNavigate()
  return ({ type, id }) =>
    void navigate({ to: "/site/documents/$documentKey", params: { documentKey: `${type}:${id}` } as never })
}
