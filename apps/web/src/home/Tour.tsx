import { aiContract, chatAccess } from "@countersign/ai/contract"
import { catalogContract, systemAccess } from "@countersign/catalog/contract"
import { mailAccess, mailContract, peopleContract, personAccess, sessionContract } from "@countersign/core/contract"
import { useCall, useCan, useChange, useMe, useRegistry } from "@countersign/core/web"
import { Button, LinkButton, TextLink, useToast } from "@countersign/ui"
import { CircleCheck, CircleDashed } from "lucide-react"
import { useId, useState } from "react"
import { RemoveSampleDialog, useSample } from "../settings/SampleSection.tsx"

/** The first things to do, ticked off by themselves as they are done. */
export function Tour() {
  const id = useId()
  const toast = useToast()
  const steps = useSteps()
  const dismiss = useChange(sessionContract.updatePreferences, { alsoChanges: ["platform.person"] })
  const done = steps.filter((step) => step.done).length

  function hide() {
    dismiss.mutate({ tourDismissed: true }, { onError: (cause) => toast.error(cause) })
  }
  return (
    <section aria-labelledby={id}>
      <div className="flex min-h-8 items-center justify-between gap-3 border-line border-b">
        <h2 id={id} className="font-semibold text-prose">
          First steps{" "}
          <span className="font-normal text-muted">
            {done} of {steps.length} done
          </span>
        </h2>
        <LinkButton onClick={hide}>{done === steps.length ? "Done, hide this" : "Hide this"}</LinkButton>
      </div>
      <ol className="divide-y divide-hairline">
        {steps.map((step) => (
          <li key={step.title} className="flex items-start gap-3 py-3">
            {step.done ? (
              <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-healthy-ink" />
            ) : (
              <CircleDashed aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
            )}
            <div className="min-w-0">
              <TextLink href={step.href} className={step.done ? "text-muted" : "font-medium"}>
                {step.title}
              </TextLink>
              {step.done && <span className="sr-only"> (done)</span>}
              <p className="text-muted">{step.why}</p>
            </div>
          </li>
        ))}
      </ol>
      <Sample />
    </section>
  )
}

interface Step {
  title: string
  why: string
  href: string
  done: boolean
}

/** Only what this person may do. */
function useSteps(): readonly Step[] {
  const me = useMe()
  const can = useCan()
  const { hasFeature } = useRegistry()
  const mayAddSystems = can(systemAccess.manage)
  const mayInvite = can(personAccess.manage)
  const maySetUpMail = can(mailAccess.manage)
  const mayChat = can(chatAccess.read)
  const systems = useCall(catalogContract.listSystems, { limit: 1 }, { enabled: mayAddSystems })
  const people = useCall(peopleContract.listPeople, { limit: 2 }, { enabled: mayInvite })
  const invitations = useCall(peopleContract.listInvitations, { limit: 1 }, { enabled: mayInvite })
  const mail = useCall(mailContract.getMailSettings, {}, { enabled: maySetUpMail })
  const talks = useCall(aiContract.listConversations, { limit: 1 }, { enabled: mayChat })

  const steps: (Step | false)[] = [
    mayAddSystems && {
      title: "Add a system",
      why: `Anything you look after: a service, a database, a site. Incidents ${hasFeature("checks") ? "and checks " : ""}hang on it.`,
      href: "/catalog/systems/new",
      done: (systems.data?.items.length ?? 0) > 0,
    },
    mayChat && {
      title: "Ask the assistant",
      why: "It looks things up with your permissions, and what it wants to change waits for a signature. No key is needed to try.",
      href: "/assistant",
      done: (talks.data?.items.length ?? 0) > 0,
    },
    mayInvite && {
      title: "Invite a colleague",
      why: "They get a link and choose their own password.",
      href: "/settings/people?invite=open",
      done: (people.data?.items.length ?? 0) > 1 || (invitations.data?.items.length ?? 0) > 0,
    },
    maySetUpMail && {
      title: "Set up mail",
      why: "So that invitations and reset links reach people by themselves.",
      href: "/settings/mail",
      done: mail.data?.configured ?? false,
    },
    {
      title: "Protect your account",
      why: "Add an authenticator app or a passkey as a second factor.",
      href: "/account",
      done: me.twoFactor || me.passkeys > 0,
    },
  ]
  return steps.filter((step) => step !== false)
}

function Sample() {
  const sample = useSample()
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  if (!sample) return null
  const shown = { onError: (cause: unknown) => toast.error(cause) }
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-md bg-sunken px-4 py-3">
      <p className="min-w-0 max-w-xl text-muted">
        {sample.present
          ? "Sample data is there to look at. Removing it leaves alone what is yours."
          : "Rather look around first? Add sample systems and incidents, and remove them when you have seen enough."}
      </p>
      {sample.present ? (
        <Button busy={sample.remove.isPending} onClick={() => setAsking(true)}>
          Remove sample data
        </Button>
      ) : (
        <Button busy={sample.add.isPending} onClick={() => sample.add.mutate({}, shown)}>
          Add sample data
        </Button>
      )}
      <RemoveSampleDialog open={asking} onOpenChange={setAsking} onConfirm={() => sample.remove.mutateAsync({})} />
    </div>
  )
}
