import { useCall, useChange } from "@countersign/core/web"
import { Button, CopyField, Notice, Panel, Skeleton, Time, useToast } from "@countersign/ui"
import { Link2 } from "lucide-react"
import { siteContract } from "../contract.ts"

/** Links that show the draft to people without an account. */
export function PreviewLinks({ mayPublish }: { mayPublish: boolean }) {
  const toast = useToast()
  const { data, error } = useCall(siteContract.listPreviews, {})
  const create = useChange(siteContract.createPreview)
  const revoke = useChange(siteContract.revokePreview, {
    onDone: () => toast.success("The link shows nothing any more"),
  })
  const failure = error ?? create.error ?? revoke.error
  return (
    <Panel
      title="Preview links"
      action={
        mayPublish && (
          <Button size="sm" icon={<Link2 />} busy={create.isPending} onClick={() => create.mutate({})}>
            New link
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        <p className="text-muted text-table">
          A link shows the draft as it is now to whoever has it, for two weeks or until you revoke it.
        </p>
        {failure && <Notice tone="error">{failure.message}</Notice>}
        {create.data && <CopyField label="The new link" value={create.data.link} once />}
        {!data && !error && <Skeleton lines={2} label="Reading the links" />}
        <ul className="flex flex-col">
          {data?.previews.map(({ id, by, createdAt, expiresAt }) => (
            <li key={id} className="flex items-center gap-3 border-hairline border-b py-1.5 text-table last:border-b-0">
              <span className="min-w-0 flex-1">
                {by}, <Time instant={createdAt} />
                <span className="block text-faint">
                  ends <Time instant={expiresAt} as="short" />
                </span>
              </span>
              {mayPublish && (
                <Button size="sm" onClick={() => revoke.mutate({ id })}>
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  )
}
