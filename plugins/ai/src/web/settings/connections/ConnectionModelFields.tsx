import { MODEL_FAMILIES } from "@countersign/core/contract"
import { Button, Checkbox, Field, formatCount, formatNumber, Notice, RadioGroup, TextInput } from "@countersign/ui"
import { ModelField, ModelsField } from "./ModelField.tsx"
import type { ConnectionForm } from "./use-connection-form.ts"
import type { ListedModels } from "./use-model-list.ts"

export function ConnectionModelFields({ form, list }: { form: ConnectionForm; list: ListedModels }) {
  const { values, change } = form
  const { models } = list
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button busy={list.loading} onClick={list.load} disabled={list.blocked !== null}>
          Load models
        </Button>
        <span role="status" className="text-muted">
          {list.loading
            ? "Asking the provider"
            : models.length > 0
              ? `${formatCount(models.length, "model")} listed`
              : list.listless
                ? "This provider has no list."
                : ""}
        </span>
      </div>
      {list.blocked && <p className="text-muted">{list.blocked}</p>}
      {list.problem && (
        <Notice tone="warning" title="The models could not be listed">
          {list.problem}
        </Notice>
      )}
      <Field label="Default model" path="defaultModel" hint={modelSentence(form, list)}>
        <ModelField
          label="Default model"
          models={models}
          value={values.defaultModel}
          onChange={(defaultModel) => change({ defaultModel })}
        />
      </Field>
      <Field
        label="Models to choose from"
        optional
        path="availableModels"
        hint={
          values.availableModels.length > 0
            ? "Besides the default one, people can choose these and no other."
            : "Left empty, people can choose whatever the provider lists."
        }
      >
        <ModelsField
          label="Models to choose from"
          models={models}
          value={values.availableModels}
          onChange={(availableModels) => change({ availableModels })}
        />
      </Field>
    </>
  )
}

function modelSentence({ values, connection }: ConnectionForm, { models, suggested }: ListedModels): string {
  if (models.length === 0)
    return connection
      ? "No list is known. Load the models, or write the id as the provider spells it."
      : "Load the models to choose one. Left empty, the smartest that the provider lists is taken when you save."
  if (suggested && values.defaultModel === suggested) return "The smartest the provider lists, as far as can be told."
  if (!models.some(({ id }) => id === values.defaultModel) && values.defaultModel)
    return "The provider no longer lists this one. Calls with it may fail."
  return "What conversations begin with. A model that is not allowed is replaced by this one."
}

/** What else there is to say about how its models are spoken to. */
export function ConnectionBehaviourFields({ form, list }: { form: ConnectionForm; list: ListedModels }) {
  const { values, change } = form
  const known = list.models.find(({ id }) => id === values.defaultModel)?.contextWindowTokens
  return (
    <>
      <Field
        label="Context window"
        optional
        path="contextWindowTokens"
        hint={
          known
            ? `In tokens. Left empty, what is known of each model holds; of the default one ${formatNumber(known)}.`
            : "In tokens: how much a model reads at once. Set it for servers that were started with less than the model could take."
        }
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          className="max-w-60 tabular-nums"
          value={values.contextWindow}
          onChange={(event) => change({ contextWindow: event.target.value })}
        />
      </Field>
      <RadioGroup
        label="Model family"
        value={values.modelFamily}
        onChange={(modelFamily) => change({ modelFamily })}
        options={MODEL_FAMILIES.map((value) => ({ value, ...FAMILY_WORDS[value] }))}
      />
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <SecondsField
          label="Wait for the first word"
          hint="In seconds. A provider that sends nothing for longer is given up. Raise it for models that think long before they speak."
          name="firstTokenSeconds"
          value={values.firstToken}
          onChange={(firstToken) => change({ firstToken })}
        />
        <SecondsField
          label="Wait between words"
          hint="In seconds. An answer that breaks off for longer is ended; what was said is kept."
          name="betweenTokensSeconds"
          value={values.betweenTokens}
          onChange={(betweenTokens) => change({ betweenTokens })}
        />
      </div>
      <Checkbox
        label="Skip the topical check"
        hint="Before the first message of a conversation, a small call asks whether it is about this workspace. Capable models decline by themselves, so for them it only costs time and tokens."
        checked={values.disableTopicalClassifier}
        onChange={(disableTopicalClassifier) => change({ disableTopicalClassifier })}
      />
    </>
  )
}

function SecondsField(props: {
  label: string
  hint: string
  name: string
  value: string
  onChange: (value: string) => void
}) {
  const { label, hint, name, value, onChange } = props
  return (
    <Field label={label} path={`patience.${name}`} hint={hint} className="max-w-80">
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        className="max-w-32 tabular-nums"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

const FAMILY_WORDS: Record<(typeof MODEL_FAMILIES)[number], { label: string; hint: string }> = {
  anthropic: { label: "Claude", hint: "Follows instructions closely, so they are worded calmly." },
  openai: { label: "GPT", hint: "Follows instructions closely, so they are worded calmly." },
  generic: { label: "Another, or not known", hint: "Instructions are worded firmly, which smaller models need." },
}
