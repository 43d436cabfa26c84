import {
  applicationAccess,
  applicationsContract,
  type OutputOf,
  peopleContract,
  personAccess,
} from "@countersign/core/contract"
import { PageForm, useCall, useCan, useForm, useMe, useUrlState } from "@countersign/core/web"
import { Badge, KeyValue, Notice, Panel, TextLink, ThingPage, Time } from "@countersign/ui"
import { Navigate, useParams } from "@tanstack/react-router"
import { UnreadThingPage } from "../UnreadThingPage.tsx"
import { PersonAccess } from "./PersonAccess.tsx"
import { PersonDanger } from "./PersonDanger.tsx"
import { PersonFields, PersonTeams } from "./PersonFields.tsx"

export type PersonDetails = OutputOf<typeof peopleContract.getPerson>

const CRUMBS = [
  { label: "Settings", href: "/settings" },
  { label: "People", href: "/settings/people" },
]
const TABS = [
  { id: "profile", label: "Profile" },
  { id: "access", label: "What they may do" },
] as const

export default function PersonPage() {
  const { personId } = useParams({ strict: false }) as { personId: string }
  const me = useMe()
  const can = useCan()
  const mayManage = can(personAccess.manage)
  const [state, patch] = useUrlState()
  const { data: person, error } = useCall(
    peopleContract.getPerson,
    { id: personId },
    { alsoShows: ["platform.role", "platform.team"] },
  )

  // Who did something is known by an id alone, and may be an application.
  const application = useCall(
    applicationsContract.getApplication,
    { id: personId },
    { enabled: error?.body.code === "not_found" && can(applicationAccess.read) },
  )

  if (application.data) return <Navigate to={`/settings/applications/${personId}`} replace />
  if (error || !person) return <UnreadThingPage breadcrumbs={CRUMBS} kind="Person" error={error} />

  const tab = mayManage && state.tab === "access" ? "access" : "profile"
  return (
    <ThingPage
      breadcrumbs={CRUMBS}
      title={person.name}
      status={<StateBadge person={person} />}
      meta={person.email ?? "Erased: only this pseudonym is left."}
      tabs={mayManage && person.state !== "erased" ? TABS : undefined}
      tab={tab}
      onTab={(next) => patch({ tab: next === "profile" ? undefined : next })}
      notice={
        person.id === me.id ? (
          <Notice>
            This is you. Your password, sessions and second factor are under{" "}
            <TextLink href="/account">Account</TextLink>.
          </Notice>
        ) : undefined
      }
      facts={<Facts person={person} />}
    >
      {tab === "access" ? (
        <PersonAccess personId={person.id} />
      ) : (
        <div className="flex flex-col gap-8">
          {mayManage && person.state !== "erased" ? (
            <>
              <ProfileForm person={person} />
              <PersonTeams person={person} />
              <PersonDanger person={person} />
            </>
          ) : (
            <Profile person={person} />
          )}
        </div>
      )}
    </ThingPage>
  )
}

function StateBadge({ person }: { person: PersonDetails }) {
  if (person.state === "disabled") return <Badge tone="degraded">Disabled</Badge>
  if (person.state === "erased") return <Badge>Erased</Badge>
  return <Badge tone="healthy">Active</Badge>
}

function Facts({ person }: { person: PersonDetails }) {
  const { security } = person
  return (
    <Panel title="Facts">
      <KeyValue
        facts={[
          { label: "Joined", value: <Time instant={person.createdAt} as="date" /> },
          { label: "Last seen", value: person.lastSeenAt && <Time instant={person.lastSeenAt} /> },
          ...(person.disabledAt ? [{ label: "Disabled", value: <Time instant={person.disabledAt} /> }] : []),
          ...(security
            ? [
                { label: "Sessions", value: security.sessions },
                { label: "Last sign-in", value: security.lastSignInAt && <Time instant={security.lastSignInAt} /> },
                { label: "Second factor", value: secondFactor(security) },
              ]
            : []),
        ]}
      />
    </Panel>
  )
}

function secondFactor({ totp, passkeys }: NonNullable<PersonDetails["security"]>): string {
  const parts = [
    totp && "authenticator app",
    passkeys > 0 && (passkeys === 1 ? "one passkey" : `${passkeys} passkeys`),
  ].filter(Boolean)
  return parts.join(", ") || "none"
}

function Profile({ person }: { person: PersonDetails }) {
  return (
    <KeyValue
      facts={[
        { label: "Email", value: person.email },
        { label: "Roles", value: person.roles.map((role) => role.name).join(", ") },
        { label: "Teams", value: person.teams.map((team) => team.name).join(", ") },
      ]}
    />
  )
}

function ProfileForm({ person }: { person: PersonDetails }) {
  const form = useForm(peopleContract.updatePerson, {
    base: person,
    values: (base) => ({
      name: base.name,
      roles: base.roles.map((role) => ({ id: role.id, label: role.name })),
    }),
    input: (values, base) => ({
      id: base.id,
      version: base.version,
      name: values.name,
      roles: values.roles.map((role) => role.id),
    }),
    labels: { name: "Name", roles: "Roles" },
  })
  return (
    <Panel title="Name and roles">
      <PageForm name="person" form={form} className="max-w-xl gap-4 pt-2">
        <PersonFields form={form} person={person} />
      </PageForm>
    </Panel>
  )
}
