import { oidcContract } from "@countersign/core/contract"
import { useCall } from "@countersign/core/web"
import { CopyField, Form, Panel, ThingPage, useToast } from "@countersign/ui"
import { useNavigate } from "@tanstack/react-router"
import { LeaveGuard } from "../../form/LeaveGuard.tsx"
import { SaveBar } from "../../form/SaveBar.tsx"
import { useVerbForm } from "../../form/use-verb-form.ts"
import { ProviderFields, toProviderInput, toProviderValues } from "./ProviderFields.tsx"

export const PROVIDER_CRUMBS = [
  { label: "Settings", href: "/settings" },
  { label: "Sign-in", href: "/settings/sign-in" },
]

export default function NewProviderPage() {
  const navigate = useNavigate()
  const toast = useToast()
  const { data } = useCall(oidcContract.listOidcProviders, {})
  const form = useVerbForm(oidcContract.addOidcProvider, {
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
          <Form
            name="sign-in-provider-new"
            failure={form.error}
            onSubmit={form.submit}
            className="flex flex-col gap-4 pt-2"
          >
            <ProviderFields form={form} stored={false} />
            <SaveBar form={form} label="Add provider" isNew />
          </Form>
        </Panel>
      </div>
      {/* What is being added is left behind only once it is. */}
      <LeaveGuard dirty={form.dirty && !form.busy} />
    </ThingPage>
  )
}
