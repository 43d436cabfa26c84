import { oidcContract } from "@countersign/core/contract"
import { PageForm, useCall, useForm } from "@countersign/core/web"
import { CopyField, Panel, ThingPage, useToast } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { ProviderFields, toProviderInput, toProviderValues } from "./ProviderFields.tsx"

export const PROVIDER_CRUMBS = [
  { label: "Settings", href: "/settings" },
  { label: "Sign-in", href: "/settings/sign-in" },
]

export default function NewProviderPage() {
  const navigate = useNavigate()
  const toast = useToast()
  const { data } = useCall(oidcContract.listOidcProviders, {})
  const form = useForm(oidcContract.addOidcProvider, {
    values: () => toProviderValues(undefined),
    input: (values) => ({ ...toProviderInput(values), clientSecret: values.clientSecret || null }),
    onDone: (provider) => {
      toast.success(`People can sign in with ${provider.name} now.`)
      void navigate({ to: `/settings/sign-in/${provider.id}` })
    },
  })
  return (
    <ThingPage
      breadcrumbs={PROVIDER_CRUMBS}
      title="Add a provider"
      meta="Register Countersign at the provider first; it tells you the client id and the secret."
    >
      <div className="flex max-w-xl flex-col gap-6">
        {data && (
          <Panel title="At the provider">
            <div className="pt-2">
              <CopyField label="Redirect URI" value={data.redirectUri} />
            </div>
          </Panel>
        )}
        <Panel title="Here">
          <PageForm name="sign-in-provider-new" form={form} submitLabel="Add provider" isNew className="gap-4 pt-2">
            <ProviderFields form={form} stored={false} />
          </PageForm>
        </Panel>
      </div>
    </ThingPage>
  )
}
