import { type OidcLink, type OidcProvider, oidcContract } from "@countersign/core/contract"
import { ListTable, PageForm, useCall, useChange, useForm, useList, useMe } from "@countersign/core/web"
import {
  Button,
  type Column,
  ConfirmDialog,
  DangerAction,
  DangerZone,
  EmptyState,
  Notice,
  Panel,
  rowMenuColumn,
  Skeleton,
  ThingPage,
  Time,
  useToast,
} from "@countersign/ui"
import { useNavigate, useParams } from "@tanstack/react-router"
import { useState } from "react"
import { PROVIDER_CRUMBS } from "./NewProviderPage.tsx"
import { PROVIDER_LABELS, ProviderFields, toProviderInput, toProviderValues } from "./ProviderFields.tsx"

export default function ProviderPage() {
  const { providerId } = useParams({ strict: false }) as { providerId: string }
  const { data, error } = useCall(oidcContract.listOidcProviders, {}, { alsoShows: ["platform.person"] })
  const provider = data?.providers.find(({ id }) => id === providerId)
  if (!provider)
    return (
      <ThingPage breadcrumbs={PROVIDER_CRUMBS} title="Provider">
        {error || data ? (
          <Notice tone="error">{error?.message ?? "This provider is no longer there."}</Notice>
        ) : (
          <Skeleton lines={8} label="Reading the provider" />
        )}
      </ThingPage>
    )
  return <Provider provider={provider} />
}

function Provider({ provider }: { provider: OidcProvider }) {
  const { administrator } = useMe()
  return (
    <ThingPage
      breadcrumbs={PROVIDER_CRUMBS}
      title={provider.name}
      meta={provider.issuer}
      actions={<TestButton provider={provider} />}
      notice={
        administrator ? undefined : (
          <Notice>Whoever changes a provider could come in as anybody, so only administrators can.</Notice>
        )
      }
    >
      <div className="flex flex-col gap-8">
        <ProviderForm provider={provider} />
        <LinkedPeople provider={provider} />
        <RemoveProvider provider={provider} />
      </div>
    </ThingPage>
  )
}

function ProviderForm({ provider }: { provider: OidcProvider }) {
  const form = useForm(oidcContract.updateOidcProvider, {
    base: provider,
    values: (base) => toProviderValues(base),
    input: (values, base) => ({
      ...toProviderInput(values),
      id: base.id,
      version: base.version,
      ...(values.clientSecret
        ? { clientSecret: values.clientSecret }
        : values.forgetSecret
          ? { clientSecret: null }
          : {}),
    }),
    labels: PROVIDER_LABELS,
  })
  return (
    <Panel title="Settings">
      <PageForm name="sign-in-provider" form={form} className="max-w-xl gap-4 pt-2">
        <ProviderFields form={form} stored={provider.hasClientSecret} />
      </PageForm>
    </Panel>
  )
}

function TestButton({ provider }: { provider: OidcProvider }) {
  const toast = useToast()
  const test = useChange(oidcContract.testOidcProvider, {
    onDone: ({ keys }) =>
      toast.success(
        `${provider.name} answers.`,
        `It has ${keys} ${keys === 1 ? "key" : "keys"} and refused only our made-up code.`,
      ),
  })
  return (
    <Button
      busy={test.isPending}
      onClick={() => test.mutate({ id: provider.id }, { onError: (error) => toast.error(error, "The test failed.") })}
    >
      Test
    </Button>
  )
}

function LinkedPeople({ provider }: { provider: OidcProvider }) {
  const { administrator } = useMe()
  const [unlinking, setUnlinking] = useState<OidcLink | null>(null)
  const list = useList(oidcContract.listOidcLinks, {
    noun: ["person", "people"],
    sort: ["name", "linkedAt"],
    input: () => ({ providerId: provider.id }),
    alsoShows: ["platform.person"],
    rowId: ({ personId }) => personId,
  })
  const unlink = useChange(oidcContract.unlinkOidcPerson)
  const columns: readonly Column<OidcLink>[] = [
    { id: "name", header: "Name", sortable: true, width: "1.5fr", priority: "title", cell: (link) => link.name },
    { id: "email", header: "Email", width: "2fr", priority: "meta", cell: (link) => link.email },
    {
      id: "linkedAt",
      header: "Since",
      sortable: true,
      width: "120px",
      priority: "meta",
      cell: (link) => <Time instant={link.linkedAt} as="date" />,
    },
    ...(administrator
      ? [
          rowMenuColumn(
            (link: OidcLink) => link.name,
            (link) => [{ id: "unlink", label: "Unlink", onSelect: () => setUnlinking(link) }],
          ),
        ]
      : []),
  ]
  return (
    <Panel title="People who come by it">
      <ListTable
        list={list}
        label="Linked people"
        columns={columns}
        rowHref={(link) => `/settings/people/${link.personId}`}
        empty={
          <EmptyState title="Nobody yet">
            Whoever signs in with {provider.name} is linked by their verified email address the first time, and known by
            the provider's own id for them from then on.
          </EmptyState>
        }
      />
      <ConfirmDialog
        open={unlinking !== null}
        onOpenChange={(open) => !open && setUnlinking(null)}
        title={`Unlink ${unlinking?.name ?? ""}?`}
        description={`The next account at ${provider.name} with their verified email address is linked in its place. Make sure that the address is still theirs.`}
        confirmLabel="Unlink"
        onConfirm={() => unlinking && unlink.mutateAsync({ providerId: provider.id, personId: unlinking.personId })}
      />
    </Panel>
  )
}

function RemoveProvider({ provider }: { provider: OidcProvider }) {
  const navigate = useNavigate()
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const remove = useChange(oidcContract.removeOidcProvider, {
    onDone() {
      toast.success(`${provider.name} is removed.`)
      void navigate({ to: "/settings/sign-in" })
    },
  })
  return (
    <DangerZone>
      <DangerAction
        title="Remove this provider"
        action={
          <Button variant="danger" onClick={() => setAsking(true)}>
            Remove provider
          </Button>
        }
      >
        Nobody signs in with it any more. People stay, with their roles; those without a password need a reset link.
      </DangerAction>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remove ${provider.name}?`}
        description={`${provider.linkedPeople} people have signed in with it. The secret cannot be recovered.`}
        confirmLabel="Remove provider"
        typeToConfirm={provider.name}
        onConfirm={() => remove.mutateAsync({ id: provider.id, version: provider.version })}
      />
    </DangerZone>
  )
}
