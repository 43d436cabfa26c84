import { applicationAccess, applicationsContract, type OutputOf, rolesContract } from "@countersign/core/contract"
import { PageForm, useCall, useCan, useChange, useForm, useUrlState } from "@countersign/core/web"
import {
  Badge,
  Button,
  ConfirmDialog,
  DangerAction,
  DangerZone,
  Field,
  KeyValue,
  MultiSelect,
  Notice,
  Panel,
  ThingPage,
  Time,
  useToast,
} from "@countersign/ui"
import { useNavigate, useParams } from "@tanstack/react-router"
import { useState } from "react"
import { NameFields } from "../NameFields.tsx"
import { toOptions, useRoleOptions } from "../options.ts"
import { RulePicker } from "../roles/RulePicker.tsx"
import { UnreadThingPage } from "../UnreadThingPage.tsx"
import { ApplicationConfirm } from "./ApplicationConfirm.tsx"
import { ApplicationKeys } from "./ApplicationKeys.tsx"
import { ApplicationVoice } from "./ApplicationVoice.tsx"

export type ApplicationDetails = OutputOf<typeof applicationsContract.getApplication>

const CRUMBS = [
  { label: "Settings", href: "/settings" },
  { label: "Applications", href: "/settings/applications" },
]
const TABS = [
  { id: "keys", label: "Keys" },
  { id: "access", label: "What it may do" },
  { id: "settings", label: "Settings" },
] as const

export default function ApplicationPage() {
  const { applicationId } = useParams({ strict: false }) as { applicationId: string }
  const mayManage = useCan()(applicationAccess.manage)
  const [state, patch] = useUrlState()
  const { data: application, error } = useCall(
    applicationsContract.getApplication,
    { id: applicationId },
    { alsoShows: ["platform.role", "platform.team"] },
  )
  if (error || !application) return <UnreadThingPage breadcrumbs={CRUMBS} kind="Application" error={error} />

  const tabs = mayManage ? TABS : TABS.filter(({ id }) => id !== "settings")
  const tab = tabs.find(({ id }) => id === state.tab)?.id ?? "keys"
  return (
    <ThingPage
      breadcrumbs={CRUMBS}
      title={application.name}
      status={
        application.state === "active" ? <Badge tone="healthy">Active</Badge> : <Badge tone="degraded">Disabled</Badge>
      }
      meta={application.description}
      tabs={tabs}
      tab={tab}
      onTab={(next) => patch({ tab: next === "keys" ? undefined : next })}
      notice={
        application.state === "disabled" ? (
          <Notice tone="warning">None of its keys works while it is disabled.</Notice>
        ) : undefined
      }
      facts={
        <Panel title="Facts">
          <KeyValue
            facts={[
              { label: "Made", value: <Time instant={application.createdAt} as="date" /> },
              { label: "Last used", value: application.lastUsedAt && <Time instant={application.lastUsedAt} /> },
              { label: "Roles", value: application.roles.map((role) => role.name).join(", ") },
              { label: "Teams", value: application.teams.map((team) => team.name).join(", ") },
            ]}
          />
        </Panel>
      }
    >
      {tab === "keys" && <ApplicationKeys application={application} mayManage={mayManage} />}
      {tab === "access" &&
        (mayManage ? <AccessForm application={application} /> : <RulePicker value={application.rules} />)}
      {tab === "settings" && <Settings application={application} />}
    </ThingPage>
  )
}

function AccessForm({ application }: { application: ApplicationDetails }) {
  const roles = useRoleOptions()
  const { data: allRoles } = useCall(rolesContract.listRoles, { limit: 200 })
  const form = useForm(applicationsContract.updateApplication, {
    base: application,
    values: (base) => ({ roles: toOptions(base.roles), rules: base.rules }),
    input: (values, base) => ({
      id: base.id,
      version: base.version,
      roles: values.roles.map((role) => role.id),
      rules: values.rules,
    }),
    labels: { roles: "Roles", rules: "Permissions" },
  })
  const chosen = new Set(form.values.roles.map((role) => role.id))
  const fromRoles = new Set(allRoles?.items.filter((role) => chosen.has(role.id)).flatMap((role) => role.rules))
  return (
    <PageForm name="application-access" form={form} className="gap-6">
      <Field label="Roles" path="roles" className="max-w-xl">
        <MultiSelect
          label="Roles"
          options={roles}
          value={form.values.roles}
          onChange={(value) => form.set("roles", [...value])}
        />
      </Field>
      <RulePicker value={form.values.rules} onChange={(rules) => form.set("rules", rules)} heldElsewhere={fromRoles} />
    </PageForm>
  )
}

function Settings({ application }: { application: ApplicationDetails }) {
  const toast = useToast()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<"disable" | "delete" | null>(null)
  const form = useForm(applicationsContract.updateApplication, {
    base: application,
    values: (base) => ({ name: base.name, description: base.description }),
    input: (values, base) => ({ id: base.id, version: base.version, ...values }),
    labels: { name: "Name", description: "Description" },
  })
  const disable = useChange(applicationsContract.disableApplication)
  const enable = useChange(applicationsContract.enableApplication)
  const remove = useChange(applicationsContract.deleteApplication, {
    onDone() {
      toast.success(`The application ${application.name} is deleted.`)
      void navigate({ to: "/settings/applications" })
    },
  })
  const close = (open: boolean) => !open && setAsking(null)
  return (
    <div className="flex flex-col gap-8">
      <PageForm name="application" form={form} className="max-w-xl gap-4">
        <NameFields text={form.text} />
      </PageForm>
      <ApplicationConfirm application={application} />
      <ApplicationVoice application={application} />
      <DangerZone>
        {application.state === "active" ? (
          <DangerAction
            title="Disable"
            action={
              <Button variant="danger" onClick={() => setAsking("disable")}>
                Disable application
              </Button>
            }
          >
            All its keys stop working until it is enabled again.
          </DangerAction>
        ) : (
          <DangerAction
            title="Enable"
            action={
              <Button
                busy={enable.isPending}
                onClick={() => enable.mutate({ id: application.id }, { onError: (cause) => toast.error(cause) })}
              >
                Enable application
              </Button>
            }
          >
            Its keys work again at once.
          </DangerAction>
        )}
        <DangerAction
          title="Delete"
          action={
            <Button variant="danger" onClick={() => setAsking("delete")}>
              Delete application
            </Button>
          }
        >
          Its keys are gone for good. What it did stays in the audit log.
        </DangerAction>
      </DangerZone>
      <ConfirmDialog
        open={asking === "disable"}
        onOpenChange={close}
        title={`Disable ${application.name}?`}
        description="Requests with its keys are refused at once. You can enable it again."
        confirmLabel="Disable application"
        onConfirm={() => disable.mutateAsync({ id: application.id })}
      />
      <ConfirmDialog
        open={asking === "delete"}
        onOpenChange={close}
        title={`Delete ${application.name}?`}
        description="Whatever still uses one of its keys stops working. This cannot be undone."
        confirmLabel="Delete application"
        typeToConfirm={application.name}
        onConfirm={() => remove.mutateAsync({ id: application.id })}
      />
    </div>
  )
}
