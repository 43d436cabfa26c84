import { quoteName } from "@countersign/core/contract"
import { PageForm, useCall, useChange, useForm } from "@countersign/core/web"
import {
  Button,
  ConfirmDialog,
  CopyField,
  Drawer,
  Field,
  formatBytes,
  Notice,
  Skeleton,
  TextArea,
  TextInput,
  TextLink,
  useToast,
} from "@countersign/ui"
import { RefreshCw, Trash2 } from "lucide-react"
import { useRef, useState } from "react"
import { type Media, siteContract } from "../../contract.ts"
import { FileMark } from "./FileMark.tsx"
import { sendFile } from "./send-file.ts"
import { KIND_WORDS } from "./words.ts"

interface MediaDrawerProps {
  id: string
  mayManage: boolean
  onClose: () => void
}

/** One file of the library: what it is called, what is said in place of it, and where it is used. */
export function MediaDrawer({ id, mayManage, onClose }: MediaDrawerProps) {
  const { data, error, refetch } = useCall(siteContract.getMedia, { id }, { alsoShows: ["site.document"] })
  const media = data?.media
  return (
    <Drawer open onOpenChange={(open) => !open && onClose()} title={media?.name ?? "File"}>
      {error && <Notice tone="error">{error.message}</Notice>}
      {!data && !error && <Skeleton lines={6} label="Reading the file" />}
      {data && media && (
        <div className="flex flex-col gap-5">
          <div className="flex aspect-video items-center justify-center overflow-hidden rounded-md border border-line bg-sunken">
            <FileMark media={media} />
          </div>
          <p className="text-muted text-table">{factsOf(media)}</p>
          <MediaForm key={media.id} media={media} mayManage={mayManage} />
          <CopyField label="Address on your pages" value={media.address} />
          <UsedIn uses={data.usedIn} />
          {mayManage && <Danger media={media} uses={data.usedIn} onReplaced={() => void refetch()} onClose={onClose} />}
        </div>
      )}
    </Drawer>
  )
}

function factsOf({ kind, bytes, width, height }: Media): string {
  const size = width !== null && height !== null ? [`${width} × ${height} pixels`] : []
  return [KIND_WORDS[kind], formatBytes(bytes), ...size].join(" · ")
}

function MediaForm({ media, mayManage }: { media: Media; mayManage: boolean }) {
  const form = useForm(siteContract.updateMedia, {
    base: media,
    values: ({ name, alt }) => ({ name, alt }),
    input: (_values, { id }, changed) => ({ id, ...changed }),
  })
  if (!mayManage) return <p className="text-table">{media.alt}</p>
  return (
    <PageForm name="site-media" form={form} submitLabel="Save" label="About the file">
      <Field label="Name" required path="name">
        <TextInput maxLength={200} {...form.text("name")} />
      </Field>
      <Field
        label="Alternative text"
        optional
        path="alt"
        hint="What is said in place of a picture, for those who do not see it. A page may say something else."
      >
        <TextArea rows={2} {...form.text("alt")} />
      </Field>
    </PageForm>
  )
}

type Uses = readonly { type: string; id: string; title: string }[]

function UsedIn({ uses }: { uses: Uses }) {
  return (
    <section className="text-table" aria-label="Where it is used">
      <h3 className="font-medium">Used in</h3>
      {uses.length === 0 && <p className="text-muted">Nothing uses it.</p>}
      <ul>
        {uses.map(({ type, id, title }) => (
          <li key={`${type}:${id}`}>
            {type === "stylesheet" ? (
              `The styles ${title}`
            ) : (
              <TextLink href={`/site/documents/${type}:${id}`}>{title}</TextLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Danger({
  media,
  uses,
  onReplaced,
  onClose,
}: {
  media: Media
  uses: Uses
  onReplaced: () => void
  onClose: () => void
}) {
  const toast = useToast()
  const choose = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const remove = useChange(siteContract.deleteMedia)
  async function replace(file: File | undefined) {
    if (!file) return
    setBusy(true)
    try {
      await sendFile(file, media.id)
      toast.success("File replaced", media.name)
      onReplaced()
    } catch (error) {
      toast.error(error, "The file was not replaced")
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-wrap gap-2">
      <input
        ref={choose}
        type="file"
        hidden
        aria-label="The file in its place"
        onChange={({ target }) => {
          void replace(target.files?.[0])
          target.value = ""
        }}
      />
      <Button icon={<RefreshCw />} busy={busy} onClick={() => choose.current?.click()}>
        Replace
      </Button>
      <Button variant="danger" icon={<Trash2 />} onClick={() => setAsking(true)}>
        Delete
      </Button>
      {asking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title={`Delete ${quoteName(media.name)}?`}
          description={
            uses.length === 0
              ? "Nothing uses it. This cannot be undone."
              : `It is used in ${uses.map(({ title }) => title).join(", ")}. They show nothing in its place. This cannot be undone.`
          }
          confirmLabel="Delete file"
          onConfirm={async () => {
            await remove.mutateAsync({ id: media.id, evenIfUsed: true })
            onClose()
          }}
        />
      )}
    </div>
  )
}
