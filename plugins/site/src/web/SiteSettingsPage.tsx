import { FormSection, PluginSettingsPage, useCall, useCan, useForm } from "@countersign/core/web"
import { Field, Notice, SettingsPage, Skeleton, TagInput, TextArea, TextInput } from "@countersign/ui"
import { siteSettingsAccess } from "../contract/access.ts"
import { siteSettings } from "../contract/settings.ts"
import { codeAccess, siteContract } from "../contract.ts"
import { hostProblem } from "../document/facts/host.ts"

export default function SiteSettingsPage() {
  const { data, error } = useCall(siteContract.openFacts, {})
  const can = useCan()
  const sections = (
    <>
      {error && <Notice tone="error">{error.message}</Notice>}
      {!data && !error && <Skeleton lines={6} label="Reading the settings" />}
      {data && <AboutTheSite settings={data.facts.settings} />}
      {data && <Hosts settings={data.facts.settings} mayAllow={can(codeAccess.manage)} />}
    </>
  )
  if (can(siteSettingsAccess.manage))
    return <PluginSettingsPage settings={siteSettings} description={WHAT} first={sections} />
  return (
    <SettingsPage title="Site" description={WHAT}>
      {sections}
    </SettingsPage>
  )
}

const WHAT = "What holds for the whole site. Visitors see a change of its words once it is published."

interface Stored {
  name?: string
  language?: string
  description?: string
  resourceHosts?: readonly string[]
  frameHosts?: readonly string[]
}

function AboutTheSite({ settings }: { settings: Stored }) {
  const form = useForm(siteContract.changeSettings, {
    base: settings,
    values: ({ name = "", language = "", description = "" }: Stored) => ({ name, language, description }),
    input: (_values, _base, changed) =>
      Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, value.trim() || null])),
    noun: "settings",
  })
  return (
    <FormSection
      name="site-about"
      form={form}
      title="About the site"
      description="Pages, search engines and links show these words."
    >
      <Field label="Name" optional path="name" hint="Of your site, your product or your company.">
        <TextInput {...form.text("name")} />
      </Field>
      <Field label="Language" optional path="language" hint="Such as en, de or pt-BR. Pages may have another one.">
        <TextInput mono {...form.text("language")} />
      </Field>
      <Field label="Description" optional path="description" hint="One or two sentences, for pages without their own.">
        <TextArea {...form.text("description")} />
      </Field>
    </FormSection>
  )
}

function Hosts({ settings, mayAllow }: { settings: Stored; mayAllow: boolean }) {
  const form = useForm(siteContract.allowHosts, {
    base: settings,
    values: ({ resourceHosts = [], frameHosts = [] }: Stored) => ({ resourceHosts, frameHosts }),
    input: ({ resourceHosts, frameHosts }) => ({ resourceHosts: [...resourceHosts], frameHosts: [...frameHosts] }),
    noun: "settings",
  })
  return (
    <FormSection
      name="site-hosts"
      form={form}
      title="Allowed hosts"
      description="Pages load nothing from other places, unless their hosts stand here. Each host sees who visits you."
      readOnly={!mayAllow}
    >
      <Field
        label="Pictures, fonts and styles"
        optional
        path="resourceHosts"
        hint="Hosts such as images.example.com. Press Enter after each."
        value={form.values.resourceHosts}
      >
        <TagInput
          label="Pictures, fonts and styles"
          disabled={!mayAllow}
          validate={hostProblem}
          {...form.choice("resourceHosts")}
        />
      </Field>
      <Field
        label="Frames"
        optional
        path="frameHosts"
        hint="Hosts of videos or maps that pages may show in a frame."
        value={form.values.frameHosts}
      >
        <TagInput label="Frames" disabled={!mayAllow} validate={hostProblem} {...form.choice("frameHosts")} />
      </Field>
    </FormSection>
  )
}
