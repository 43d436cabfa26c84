import { FormDialog, ThingPicker, useCall, useForm, useToldApart } from "@countersign/core/web"
import { Checkbox, Field, Notice, type Option, Select, Switch, useToast } from "@countersign/ui"
import {
  LOWEST,
  LOWEST_WORDS,
  type Lowest,
  notificationContract,
  type Subscription,
  TOPIC_WORDS,
  TOPICS,
  type Topic,
} from "../contract.ts"
import { targetWords } from "./SubscriptionList.tsx"

interface Props {
  /** Null: a new one. The target of one that is there stays. */
  subscription: Subscription | null
  /** Chosen already, where the dialog opens on a system's page. */
  onClose: () => void
}

/** What one person is told: themselves. */
export function SubscriptionDialog({ subscription, onClose }: Props) {
  const toast = useToast()
  const form = useForm(notificationContract.subscribe, {
    values: () => startValues(subscription),
    input: ({ channelId, ...values }) => ({ ...inputOf(values, subscription), channelId: channelId || null }),
    onDone() {
      toast.success(subscription ? "Saved" : "You are told from now on")
      onClose()
    },
  })
  return (
    <FormDialog
      name="subscription"
      form={form}
      onClose={onClose}
      title={subscription ? `What you are told about ${targetWords(subscription)}` : "Tell me about"}
      submitLabel={subscription ? "Save" : "Tell me"}
    >
      <SubscriptionFields form={form} subscription={subscription} />
      <ChannelField form={form} own fixed={subscription !== null} />
    </FormDialog>
  )
}

/** What a team is told, through a shared channel. */
export function TeamSubscriptionDialog({ subscription, onClose }: Props) {
  const toast = useToast()
  const form = useForm(notificationContract.subscribeTeam, {
    values: () => ({
      ...startValues(subscription),
      team: (subscription?.team ? { id: subscription.team.id, label: subscription.team.name } : null) as Option | null,
    }),
    input: ({ channelId, team, ...values }) => ({
      ...inputOf(values, subscription),
      teamId: team?.id ?? "",
      channelId,
    }),
    check: ({ team, channelId }) => [
      ...(team ? [] : [{ path: "teamId", message: "Choose a team." }]),
      ...(channelId ? [] : [{ path: "channelId", message: "Choose a shared channel." }]),
    ],
    onDone() {
      toast.success(subscription ? "Saved" : "The team is told from now on")
      onClose()
    },
  })
  return (
    <FormDialog
      name="team-subscription"
      form={form}
      onClose={onClose}
      title={
        subscription
          ? `What ${subscription.team?.name} is told about ${targetWords(subscription)}`
          : "Tell a team about"
      }
      description="A team is told what each of its members may see."
      submitLabel={subscription ? "Save" : "Tell the team"}
    >
      {!subscription && (
        <Field label="Team" path="teamId">
          <ThingPicker type="platform.team" label="Team" {...form.choice("team")} />
        </Field>
      )}
      <SubscriptionFields form={form} subscription={subscription} />
      <ChannelField form={form} own={false} fixed={subscription !== null} />
    </FormDialog>
  )
}

interface Values {
  systems: Option[]
  groups: Option[]
  everything: boolean
  about: Topic[]
  from: Lowest
  channelId: string
}

function startValues(subscription: Subscription | null): Values {
  return {
    systems: [],
    groups: [],
    everything: false,
    about: subscription?.about ?? [...TOPICS],
    from: subscription?.from ?? "minor",
    channelId: subscription?.channel?.id ?? "",
  }
}

function inputOf({ systems, groups, everything, about, from }: Omit<Values, "channelId">, of: Subscription | null) {
  if (!of)
    return { systemIds: systems.map(({ id }) => id), groupIds: groups.map(({ id }) => id), everything, about, from }
  const { kind, id } = of.target
  return {
    systemIds: kind === "system" && id ? [id] : [],
    groupIds: kind === "group" && id ? [id] : [],
    everything: kind === "everything",
    about,
    from,
  }
}

/** As much of a form as the fields need, whichever verb it is for. */
interface FieldsForm {
  values: Values
  set(name: "about", value: Topic[]): void
  choice(name: string): never
  checked(name: "everything"): { checked: boolean; onChange(checked: boolean): void }
}

function SubscriptionFields({ form, subscription }: { form: object; subscription: Subscription | null }) {
  const { values, set, choice, checked } = form as FieldsForm
  const { about } = values
  return (
    <>
      {!subscription && (
        <>
          {!values.everything && (
            <>
              <Field label="Systems" path="systemIds">
                <ThingPicker type="catalog.system" multiple label="Systems" {...(choice("systems") as PickerControl)} />
              </Field>
              <Field label="Groups" path="groupIds" hint="Every system in it, also those that are added later.">
                <ThingPicker type="catalog.group" multiple label="Groups" {...(choice("groups") as PickerControl)} />
              </Field>
            </>
          )}
          <Switch label="Every system there is" {...checked("everything")} />
        </>
      )}
      <Field label="About" path="about">
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {TOPICS.map((topic) => (
            <Checkbox
              key={topic}
              label={TOPIC_WORDS[topic]}
              checked={about.includes(topic)}
              onChange={(on) =>
                set(
                  "about",
                  TOPICS.filter((one) => (one === topic ? on : about.includes(one))),
                )
              }
            />
          ))}
        </div>
      </Field>
      <Field label="From" path="from" hint="Maintenance is told whatever you choose here.">
        <Select
          options={LOWEST.map((value) => ({ value, label: LOWEST_WORDS[value] }))}
          {...(choice("from") as { value: Lowest; onChange(value: Lowest): void })}
        />
      </Field>
    </>
  )
}

interface PickerControl {
  value: readonly Option[]
  onChange(options: Option[]): void
}

/** The way stays with a subscription: another one is another subscription. */
function ChannelField({ form, own, fixed }: { form: object; own: boolean; fixed: boolean }) {
  const { data } = useCall(notificationContract.channels, {})
  const toldApart = useToldApart("notification.channel", data?.items)
  const control = (form as FieldsForm).choice("channelId") as { value: string; onChange(value: string): void }
  if (fixed || !data) return null
  const fitting = data.items.filter(({ shared }) => own || shared)
  const options = [
    ...(own ? [{ value: "", label: data.ownMail ? `E-mail to ${data.ownMail}` : "E-mail" }] : []),
    ...fitting.map(({ id, name, kindTitle }) => ({ value: id, label: `${toldApart(id, name)} (${kindTitle})` })),
  ]
  return (
    <>
      <Field label="By" path="channelId">
        <Select options={options} placeholder={own ? undefined : "Choose a shared channel"} {...control} />
      </Field>
      {own && control.value === "" && !data.mailWorks && (
        <Notice tone="warning">No mail server is set, so nothing can be mailed yet.</Notice>
      )}
    </>
  )
}
