import { type OidcProvider, oidcContract } from "@countersign/core/contract"
import { useCall, useLookalikes, useMe } from "@countersign/core/web"
import {
  Badge,
  ButtonLink,
  CopyField,
  EmptyState,
  LookalikeMark,
  Notice,
  SettingsPage,
  SettingsSection,
  Skeleton,
  TextLink,
} from "@countersign/ui"
import { LogIn } from "lucide-react"

export default function SignInProvidersPage() {
  const { data, error } = useCall(oidcContract.listOidcProviders, {}, { alsoShows: ["platform.person"] })
  return (
    <SettingsPage
      title="Sign-in"
      description="OpenID Connect providers that people can sign in with, beside their password."
    >
      {!data && (
        <div className="py-6">
          {error ? <Notice tone="error">{error.message}</Notice> : <Skeleton lines={5} label="Reading the providers" />}
        </div>
      )}
      {data && <ProvidersSection providers={data.providers} />}
      {data && <RedirectSection redirectUri={data.redirectUri} />}
    </SettingsPage>
  )
}

function ProvidersSection({ providers }: { providers: readonly OidcProvider[] }) {
  const { administrator } = useMe()
  const lookalikes = useLookalikes("platform.oidc", providers)
  const add = administrator && (
    <ButtonLink href="/settings/sign-in/new" variant="primary" className="self-start">
      Add a provider
    </ButtonLink>
  )
  return (
    <SettingsSection
      title="Providers"
      description="Each is a button on the sign-in page. The provider checks the person, second factor included; none of ours is asked for."
    >
      {providers.length === 0 ? (
        <EmptyState title="No provider yet" icon={<LogIn />} action={add}>
          People sign in with email address and password, or with a passkey.
        </EmptyState>
      ) : (
        <>
          <ul className="divide-y divide-hairline border-hairline border-y">
            {providers.map((provider) => (
              <li key={provider.id} className="relative flex items-center justify-between gap-4 py-2 hover:bg-hover">
                <div className="min-w-0">
                  <TextLink
                    href={`/settings/sign-in/${provider.id}`}
                    className="font-medium after:absolute after:inset-0"
                  >
                    {provider.name}
                  </TextLink>{" "}
                  {lookalikes.has(provider.id) && <LookalikeMark id={provider.id} />}
                  <p className="truncate text-muted">{provider.issuer}</p>
                </div>
                <Badge>{provider.newPeople === "on" ? "Brings new people" : "Known people only"}</Badge>
              </li>
            ))}
          </ul>
          {add}
        </>
      )}
    </SettingsSection>
  )
}

function RedirectSection({ redirectUri }: { redirectUri: string }) {
  return (
    <SettingsSection
      title="At the provider"
      description="Register Countersign there as a confidential web application with this redirect URI, then add the provider here. The address follows from PUBLIC_URL."
    >
      <CopyField label="Redirect URI" value={redirectUri} />
    </SettingsSection>
  )
}
