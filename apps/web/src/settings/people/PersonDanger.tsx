import { peopleContract } from "@countersign/core/contract"
import { useChange, useMe } from "@countersign/core/web"
import {
  Button,
  ConfirmDialog,
  CopyField,
  DangerAction,
  DangerZone,
  Dialog,
  formatExact,
  Panel,
  useTimeZone,
  useToast,
} from "@countersign/ui"
import { useState } from "react"
import type { PersonDetails } from "./PersonPage.tsx"

type Asking = "signOut" | "secondFactor" | "disable" | "erase" | null

/** Getting a person back in, keeping one out, and erasing one who left. */
export function PersonDanger({ person }: { person: PersonDetails }) {
  const me = useMe()
  const toast = useToast()
  const timeZone = useTimeZone()
  const [asking, setAsking] = useState<Asking>(null)
  const [link, setLink] = useState<{ link: string; expiresAt: string } | null>(null)
  const reset = useChange(peopleContract.createResetLink, { onDone: setLink })
  const signOut = useChange(peopleContract.signOutPerson)
  const resetFactor = useChange(peopleContract.resetSecondFactor)
  const disable = useChange(peopleContract.disablePerson)
  const enable = useChange(peopleContract.enablePerson)
  const erase = useChange(peopleContract.erasePerson)

  const isMe = person.id === me.id
  const { security } = person
  const close = (open: boolean) => !open && setAsking(null)
  return (
    <>
      <Panel title="Getting in">
        <div className="divide-y divide-hairline">
          <DangerAction
            title="Reset link"
            action={
              <Button
                busy={reset.isPending}
                disabled={person.state !== "active"}
                onClick={() => reset.mutate({ id: person.id }, { onError: (error) => toast.error(error) })}
              >
                Make a link
              </Button>
            }
          >
            Lets {person.name} choose a new password once, within an hour. Hand it over in a way you trust.
          </DangerAction>
          <DangerAction
            title="Sessions"
            action={
              <Button disabled={security?.sessions === 0} onClick={() => setAsking("signOut")}>
                Sign out everywhere
              </Button>
            }
          >
            Ends all sessions of {person.name} within seconds.
          </DangerAction>
          <DangerAction
            title="Second factor"
            action={
              <Button
                disabled={security !== null && !security.totp && security.passkeys === 0}
                onClick={() => setAsking("secondFactor")}
              >
                Remove second factor
              </Button>
            }
          >
            For somebody who lost their phone and their backup codes.
          </DangerAction>
        </div>
      </Panel>
      {!isMe && (
        <DangerZone title="Leaving">
          {person.state === "disabled" ? (
            <DangerAction
              title="Enable"
              action={
                <Button
                  busy={enable.isPending}
                  onClick={() => enable.mutate({ id: person.id }, { onError: (error) => toast.error(error) })}
                >
                  Enable person
                </Button>
              }
            >
              {person.name} can sign in again with the password and roles they had.
            </DangerAction>
          ) : (
            <DangerAction
              title="Disable"
              action={
                <Button variant="danger" disabled={person.lastAdministrator} onClick={() => setAsking("disable")}>
                  Disable person
                </Button>
              }
            >
              {person.lastAdministrator
                ? "The last administrator cannot be disabled. Make somebody else one first."
                : "Keeps them from signing in and ends their sessions. Can be undone."}
            </DangerAction>
          )}
          <DangerAction
            title="Erase"
            action={
              <Button variant="danger" disabled={person.lastAdministrator} onClick={() => setAsking("erase")}>
                Erase person
              </Button>
            }
          >
            Replaces their name and address by a pseudonym everywhere. What they did stays in the audit log under it.
            Cannot be undone.
          </DangerAction>
        </DangerZone>
      )}
      <ConfirmDialog
        open={asking === "signOut"}
        onOpenChange={close}
        title={`Sign ${person.name} out everywhere?`}
        description="They need to sign in again on every device."
        confirmLabel="Sign out everywhere"
        danger={false}
        onConfirm={() => signOut.mutateAsync({ id: person.id })}
      />
      <ConfirmDialog
        open={asking === "secondFactor"}
        onOpenChange={close}
        title={`Remove the second factor of ${person.name}?`}
        description="Their password alone lets them in until they set up a new one. Make sure that it is really they who asked."
        confirmLabel="Remove second factor"
        onConfirm={() => resetFactor.mutateAsync({ id: person.id })}
      />
      <ConfirmDialog
        open={asking === "disable"}
        onOpenChange={close}
        title={`Disable ${person.name}?`}
        description="Their sessions end at once and they cannot sign in until somebody enables them again."
        confirmLabel="Disable person"
        onConfirm={() => disable.mutateAsync({ id: person.id })}
      />
      <ConfirmDialog
        open={asking === "erase"}
        onOpenChange={close}
        title={`Erase ${person.name}?`}
        description="Name, address, password, sessions and memberships are gone for good. This cannot be undone."
        confirmLabel="Erase person"
        typeToConfirm={person.email ?? person.name}
        onConfirm={() => erase.mutateAsync({ id: person.id })}
      />
      <Dialog
        open={link !== null}
        onOpenChange={(open) => !open && setLink(null)}
        title="Hand over this link"
        description={`Whoever opens it can choose a new password for ${person.name}, once, until ${link ? formatExact(link.expiresAt, timeZone) : ""}.`}
        footer={
          <Button variant="primary" onClick={() => setLink(null)}>
            Done
          </Button>
        }
      >
        {link && <CopyField label="Reset link" value={link.link} once />}
      </Dialog>
    </>
  )
}
