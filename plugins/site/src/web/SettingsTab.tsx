import { call, PageForm, useCall, useCan, useForm } from "@countersign/core/web"
import { Combobox, Field, RadioGroup, Switch, TextArea, TextInput } from "@countersign/ui"
import { type DocumentDetail, mediaAccess, siteContract } from "../contract.ts"

/** What is said of a page besides what stands on it, or what a template is for. */
export function SettingsTab({ about }: { about: DocumentDetail }) {
  return about.document.type === "page" ? <PageSettings about={about} /> : <TemplateSettings about={about} />
}

function PageSettings({ about }: { about: DocumentDetail }) {
  const form = useForm(siteContract.changePage, {
    base: about,
    values: ({ title, page }) => ({
      title,
      isHome: page?.address === "",
      address: page?.address ?? "",
      description: page?.description ?? "",
      language: page?.language ?? "",
      noindex: page?.noindex === true,
      seoTitle: page?.seoTitle ?? "",
      image: page?.image ?? "",
    }),
    input: ({ isHome, address }, base, { isHome: chosen, address: typed, image, ...changed }) => ({
      page: base.document.id,
      ...changed,
      ...(image !== undefined && { image: image || null }),
      ...((chosen !== undefined || typed !== undefined) && { address: isHome ? "" : address.trim() || null }),
    }),
    noun: "page",
    // In the editor the form goes as soon as something is selected.
    keep: `site-page:${about.document.id}`,
  })
  return (
    <PageForm name="site-page" form={form} submitLabel="Save settings" className="max-w-2xl">
      <Field label="Title" required path="title" hint="What people read in the browser's tab, and you in the list.">
        <TextInput {...form.text("title")} />
      </Field>
      <Switch
        label="This is the home page"
        hint="It answers at the address of the site itself. There is one."
        {...form.checked("isHome")}
      />
      {!form.values.isHome && (
        <Field
          label="Address"
          optional
          path="address"
          hint="Small letters, digits and hyphens, such as about/team. A page without an address is not published."
        >
          <TextInput mono prefix="/" {...form.text("address")} />
        </Field>
      )}
      <Field
        label="Description"
        optional
        path="description"
        hint="One or two sentences for search engines, and for those who see a link to this page."
      >
        <TextArea {...form.text("description")} />
      </Field>
      <SocialPicture {...form.choice("image")} />
      <Field
        label="Title for search engines"
        optional
        path="seoTitle"
        hint="In place of the title, where that is too short or too long to be found by."
      >
        <TextInput {...form.text("seoTitle")} />
      </Field>
      <Field
        label="Language"
        optional
        path="language"
        hint="Such as en, de or pt-BR. Left empty, it is the language of the site."
      >
        <TextInput mono {...form.text("language")} />
      </Field>
      <Switch
        label="Hide it from search engines"
        hint="Whoever has the address can still open it."
        {...form.checked("noindex")}
      />
    </PageForm>
  )
}

/** By its name in the library; there only for those who may look into that. */
function SocialPicture({ value: id, onChange }: { value: string; onChange: (id: string) => void }) {
  const mayLook = useCan()(mediaAccess.read)
  const { data } = useCall(siteContract.getMedia, { id }, { enabled: mayLook && id !== "" })
  if (!mayLook) return null
  return (
    <Field
      label="Social picture"
      optional
      path="image"
      value={id}
      hint="Shown beside a link to this page, where others share it. Upload it under Media first."
    >
      <Combobox
        label="Social picture"
        placeholder="None"
        emptyText="No picture in the library has such a name."
        value={id === "" ? null : { id, label: data?.media.name ?? "A picture" }}
        onChange={(option) => onChange(option?.id ?? "")}
        loadOptions={async (search, signal) => {
          const { media } = await call(siteContract.listMedia, { kind: "picture", search, limit: 20 }, { signal })
          return media.map(({ id: picture, name }) => ({ id: picture, label: name }))
        }}
      />
    </Field>
  )
}

function TemplateSettings({ about }: { about: DocumentDetail }) {
  const form = useForm(siteContract.changeTemplate, {
    base: about,
    values: ({ target }) => ({ target: targetOf(target) }),
    input: ({ target }, base) => ({ template: base.document.id, target }),
    noun: "template",
  })
  return (
    <PageForm name="site-template" form={form} submitLabel="Save settings" className="max-w-2xl">
      <RadioGroup
        label="Used for"
        options={[
          { value: "everywhere", label: "Every page", hint: "It stands around all pages of the site." },
          {
            value: "notFound",
            label: "What is not found",
            hint: "It is shown where an address has no page.",
          },
          { value: "nothing", label: "Nothing yet", hint: "It is kept, and no page shows it." },
        ]}
        {...form.choice("target")}
      />
    </PageForm>
  )
}

function targetOf(target: DocumentDetail["target"]): "everywhere" | "notFound" | "nothing" {
  return target?.type === "everywhere" || target?.type === "notFound" ? target.type : "nothing"
}
