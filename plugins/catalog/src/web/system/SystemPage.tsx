import { auditAccess } from "@countersign/core/contract"
import {
  callOptions,
  type PageModule,
  ThingParts,
  ThingTab,
  useCall,
  useCan,
  useThingTabs,
  useUrlState,
} from "@countersign/core/web"
import { Button, ButtonLink, Skeleton, TextLink, ThingPage, Time } from "@countersign/ui"
import { useParams } from "@tanstack/react-router"
import { useState } from "react"
import { catalogContract, type SystemDetail } from "../../contract.ts"
import { Failure } from "../Failure.tsx"
import { SystemStatus } from "../status.tsx"
import { AccessTab } from "./AccessTab.tsx"
import { DeleteSystemDialog } from "./DeleteSystemDialog.tsx"
import { EditSystem } from "./EditSystem.tsx"
import { HistoryTab } from "./HistoryTab.tsx"
import { Overview } from "./Overview.tsx"
import { SystemFacts } from "./SystemFacts.tsx"

const CRUMBS = [
  { label: "Catalog", href: "/catalog" },
  { label: "Systems", href: "/catalog/systems" },
]

export const prefetch: PageModule["prefetch"] = (client, { params }) =>
  void client.prefetchQuery(callOptions(catalogContract.getSystem, { systemId: params.systemId ?? "" }))

export default function SystemPage() {
  const { systemId = "" } = useParams({ strict: false }) as { systemId?: string }
  const system = useCall(
    catalogContract.getSystem,
    { systemId },
    { alsoShows: ["catalog.group", "catalog.environment", "platform.team", "platform.person"] },
  )
  if (system.data) return <Known system={system.data} />
  if (!system.error)
    return (
      <ThingPage breadcrumbs={CRUMBS} title={<span className="text-faint">System</span>}>
        <Skeleton lines={8} label="Loading the system" />
      </ThingPage>
    )
  const gone = ["not_found", "invalid_input"].includes(system.error.body.code)
  return (
    <ThingPage breadcrumbs={CRUMBS} title={gone ? "No such system" : "System"}>
      {gone ? (
        <>
          <p className="mb-3 text-muted text-prose">
            It may have been deleted, or it is private to teams you are not in.
          </p>
          <ButtonLink href="/catalog/systems">All systems</ButtonLink>
        </>
      ) : (
        <Failure error={system.error} onRetry={system.refetch} />
      )}
    </ThingPage>
  )
}

function Known({ system }: { system: SystemDetail }) {
  const can = useCan()
  const [state, change] = useUrlState()
  const [deleting, setDeleting] = useState(false)
  const tabs = [
    { id: "overview", label: "Overview" },
    ...useThingTabs("catalog.system"),
    { id: "access", label: "Access" },
    ...(can(auditAccess.read) ? [{ id: "history", label: "History" }] : []),
  ]
  const tab = tabs.find(({ id }) => id === state.tab)?.id ?? "overview"
  const editing = tab === "overview" && state.edit === "yes" && system.mayManage

  return (
    <>
      <ThingPage
        breadcrumbs={CRUMBS}
        title={system.name}
        status={<SystemStatus status={system.status} pill />}
        meta={<Meta system={system} />}
        actions={
          !editing && (
            <>
              {system.mayManage && (
                <Button onClick={() => change({ tab: undefined, edit: "yes" }, { push: true })}>Edit</Button>
              )}
              {system.mayDelete && <Button onClick={() => setDeleting(true)}>Delete</Button>}
            </>
          )
        }
        tabs={tabs}
        tab={tab}
        onTab={(id) => change({ tab: id === "overview" ? undefined : id, edit: undefined })}
        facts={
          tab === "overview" &&
          !editing && (
            <>
              <SystemFacts system={system} />
              <ThingParts of="catalog.system" id={system.id} place="facts" />
            </>
          )
        }
      >
        {editing && <EditSystem system={system} onDone={() => change({ edit: undefined })} />}
        {tab === "overview" && !editing && <Overview system={system} />}
        {tab === "access" && <AccessTab systemId={system.id} />}
        {tab === "history" && <HistoryTab systemId={system.id} />}
        <ThingTab of="catalog.system" id={system.id} tab={tab} />
      </ThingPage>
      <DeleteSystemDialog system={system} open={deleting} onOpenChange={setDeleting} />
    </>
  )
}

function Meta({ system }: { system: SystemDetail }) {
  return (
    <span className="inline-flex flex-wrap gap-x-3">
      {system.ownerTeam && <span>Owned by {system.ownerTeam.name}</span>}
      {system.groups.length > 0 && (
        <span>
          In{" "}
          {system.groups.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <TextLink href={`/catalog/systems?group=${id}`}>{name}</TextLink>
            </span>
          ))}
        </span>
      )}
      {system.statusSince && (
        <span>
          {system.status ?? "not reported"} since <Time instant={system.statusSince} as="short" />
        </span>
      )}
    </span>
  )
}
