import { sessionContract } from "@countersign/core/contract"
import { useMe } from "@countersign/core/web"
import { Badge, Button, SettingsSection } from "@countersign/ui"
import { lazy, Suspense, useState } from "react"
import { BackupCodesDialog } from "./BackupCodesDialog.tsx"
import { PasswordDialog } from "./PasswordDialog.tsx"

// The QR code is drawn for few people, once.
const TotpDialog = lazy(() => import("./TotpDialog.tsx"))

type Step = { is: "password"; goal: "start" | "renew" | "disable" } | { is: "scan"; uri: string; secret: string } | null

export function SecondFactorSection() {
  const me = useMe()
  const [step, setStep] = useState<Step>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const close = () => setStep(null)

  if (!me.hasPassword && !me.twoFactor)
    return (
      <SettingsSection
        title="Second factor"
        description="You sign in with a provider, and whether it asks for a second factor is settled there."
      >
        <p className="text-muted">Once you choose a password here too, you can protect it with an authenticator app.</p>
      </SettingsSection>
    )
  return (
    <SettingsSection
      title="Second factor"
      description="A code from an app on your phone, asked for after your password. It keeps out whoever learned the password."
    >
      {me.twoFactor ? (
        <>
          <p className="flex items-center gap-2">
            <Badge tone="healthy">On</Badge> Signing in asks for a code.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setStep({ is: "password", goal: "renew" })}>New backup codes</Button>
            <Button onClick={() => setStep({ is: "password", goal: "disable" })}>Turn off</Button>
          </div>
        </>
      ) : (
        <>
          <p className="flex items-center gap-2">
            <Badge>Off</Badge> Your password alone lets you in.
          </p>
          <Button variant="primary" className="self-start" onClick={() => setStep({ is: "password", goal: "start" })}>
            Set up an authenticator app
          </Button>
        </>
      )}

      {step?.is === "password" && step.goal === "start" && (
        <PasswordDialog
          procedure={sessionContract.startTotp}
          title="Set up an authenticator app"
          action="Continue"
          onDone={({ uri, secret }) => setStep({ is: "scan", uri, secret })}
          onClose={close}
        />
      )}
      {step?.is === "password" && step.goal === "renew" && (
        <PasswordDialog
          procedure={sessionContract.renewBackupCodes}
          title="New backup codes"
          description="The codes you have now stop working."
          action="Make new codes"
          onDone={({ backupCodes }) => {
            close()
            setCodes(backupCodes)
          }}
          onClose={close}
        />
      )}
      {step?.is === "password" && step.goal === "disable" && (
        <PasswordDialog
          procedure={sessionContract.disableTotp}
          title="Turn the second factor off?"
          description="From then on your password alone lets you in."
          action="Turn off"
          danger
          onDone={close}
          onClose={close}
        />
      )}
      {step?.is === "scan" && (
        <Suspense>
          <TotpDialog
            uri={step.uri}
            secret={step.secret}
            onDone={(backupCodes) => {
              close()
              setCodes(backupCodes)
            }}
            onClose={close}
          />
        </Suspense>
      )}
      {codes && <BackupCodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </SettingsSection>
  )
}
