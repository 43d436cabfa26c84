import { type AskedScope, type AuthorizationQuestion, oauthContract } from "@countersign/core/contract"
import { meOptions, useCall, useChange } from "@countersign/core/web"
import { AuthPage, Button, Notice, Skeleton } from "@countersign/ui"
import { useQuery } from "@tanstack/react-query"
import { useRouterState } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { readAuthorizationRequest } from "./authorization-request.ts"
import { ScopeChoice } from "./ScopeChoice.tsx"

type Question = Extract<AuthorizationQuestion, { kind: "ask" }>
type Refusal = Extract<AuthorizationQuestion, { kind: "refused" }>

/** Where an app that asks to be connected sends people. It is asked each time, also for what was granted before. */
export default function ConnectAppPage() {
  const search = useRouterState({ select: (state) => state.location.searchStr })
  const request = readAuthorizationRequest(search)
  const { data, error } = useCall(oauthContract.describeAuthorization, { request })
  if (error) return <Refused sentence={error.message} returnUrl={null} goesTo={null} />
  if (!data)
    return (
      <Frame title="Connect an app">
        <Skeleton lines={6} label="Reading what the app asks for" />
      </Frame>
    )
  if (data.kind === "refused") return <Refused {...data} />
  return <Consent key={request} request={request} question={data} />
}

function Consent({ request, question }: { request: string; question: Question }) {
  const { client, scopes } = question
  const [kept, setKept] = useState(() => scopes.filter((one) => one.grantable).map((one) => one.scope))
  const [answered, setAnswered] = useState<"connected" | "refused" | null>(null)
  const leave = (how: typeof answered) => (output: { redirectUrl: string }) => {
    setAnswered(how)
    location.assign(output.redirectUrl)
  }
  const grant = useChange(oauthContract.grantAuthorization, {
    alsoChanges: ["platform.oauth"],
    onDone: leave("connected"),
  })
  const deny = useChange(oauthContract.denyAuthorization, { onDone: leave("refused") })
  const failure = grant.error ?? deny.error
  const busy = grant.isPending || deny.isPending

  if (answered)
    return (
      <Frame title={answered === "connected" ? `${client.name} is connected` : `${client.name} was refused`}>
        <p className="text-muted text-prose">Go back to the app. You can close this page.</p>
      </Frame>
    )
  return (
    <Frame
      title={`Connect ${client.name}?`}
      description={<Origin question={question} />}
      footer="Whatever it does is written down as done by it for you. Under Account you can disconnect it at any time."
    >
      <div className="flex flex-col gap-5">
        {client.host === null && !client.addedByAdministrator && (
          <Notice tone="warning">
            The app chose its name itself, and nobody has checked it. Connect it only if you started this yourself just
            now.
          </Notice>
        )}
        <ScopeChoice scopes={scopes} value={kept} onChange={setKept} />
        {isKnown(scopes, kept) && <p className="text-muted">You let this app have the same before.</p>}
        {failure && <Notice tone="error">{failure.message}</Notice>}
        <div className="flex flex-col gap-2">
          <Button
            variant="primary"
            size="lg"
            block
            busy={grant.isPending}
            disabled={busy || !kept.some((scope) => scope !== "offline_access")}
            onClick={() => grant.mutate({ request, scopes: kept })}
          >
            Connect
          </Button>
          <Button size="lg" block busy={deny.isPending} disabled={busy} onClick={() => deny.mutate({ request })}>
            Refuse
          </Button>
        </div>
      </div>
    </Frame>
  )
}

/** Who vouches for the app, and where the answer goes: what a person can check against what they meant to do. */
function Origin({ question }: { question: Question }) {
  const { data: me } = useQuery(meOptions())
  const { client, goesTo, onThisComputer } = question
  const vouched = client.host ?? (client.addedByAdministrator ? "added by an administrator" : null)
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3">
      {vouched && (
        <>
          <dt>The app</dt>
          <dd className="break-all text-ink">{vouched}</dd>
        </>
      )}
      <dt>Answers go to</dt>
      <dd className="break-all text-ink">{onThisComputer ? "a program on this computer" : goesTo}</dd>
      {me && (
        <>
          <dt>You are</dt>
          <dd className="break-words text-ink">
            {me.name}, {me.email}
          </dd>
        </>
      )}
    </dl>
  )
}

function Refused({ sentence, returnUrl, goesTo }: Omit<Refusal, "kind">) {
  return (
    <Frame title="This app cannot be connected">
      <Notice tone="error">{sentence}</Notice>
      {returnUrl && (
        <Button className="mt-4" onClick={() => location.assign(returnUrl)}>
          Go back to {goesTo === "this computer" ? "the app" : goesTo}
        </Button>
      )}
    </Frame>
  )
}

function Frame({
  children,
  ...page
}: {
  title: string
  description?: ReactNode
  footer?: string
  children: ReactNode
}) {
  return (
    <AuthPage {...page}>
      <title>Connect an app · Countersign</title>
      {children}
    </AuthPage>
  )
}

function isKnown(scopes: readonly AskedScope[], kept: readonly string[]): boolean {
  return kept.length > 0 && scopes.every((one) => one.granted || !kept.includes(one.scope))
}
