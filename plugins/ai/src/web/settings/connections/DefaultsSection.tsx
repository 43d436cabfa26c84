import type { ChatScope, Connection, ModelEntry, ScopeDefault } from "@countersign/core/contract"
import { call, FormSection, useCall, useChange, useForm, useRegistry } from "@countersign/core/web"
import { Button, Field, Select } from "@countersign/ui"
import { aiContract } from "../../../contract.ts"
import { useRoles } from "./ConnectionRolesField.tsx"
import { ModelField } from "./ModelField.tsx"
import { SCOPE_WORDS, scopesElsewhere } from "./scope-words.ts"

/** What one workspace begins with. */
export function DefaultsSection(props: {
  scope: ChatScope
  connections: readonly Connection[]
  stored: ScopeDefault | null
}) {
  const { scope, connections, stored } = props
  const elsewhere = scopesElsewhere(useRegistry())
  const done = (now: object) => void (scope === "operate" && follow(elsewhere, now))
  const choosing = useForm(aiContract.setDefault, {
    base: stored,
    values: (base) => ({ connectionId: base?.connectionId ?? "", model: base?.model ?? "" }),
    input: (values) => ({ scope, ...values }),
    alsoChanges: ["ai.chat"],
    onDone: done,
  })
  const clear = useChange(aiContract.clearDefault, {
    alsoChanges: ["ai.chat"],
    onDone(now) {
      choosing.reset()
      done(now)
    },
  })
  const { values: choice, dirty } = choosing
  const chosen = connections.find(({ id }) => id === choice.connectionId)
  const { models, known } = useAllowedModels(chosen)
  const form = {
    ...choosing,
    failure: choosing.failure ?? clear.error,
    saved: choosing.saved || (clear.isSuccess && !dirty),
    // None chosen is another verb.
    submit: choice.connectionId ? choosing.submit : () => clear.mutate({ scope }),
  }
  return (
    <FormSection
      name="default"
      form={form}
      title={SCOPE_WORDS[scope].label}
      description={SCOPE_WORDS[scope].sentence}
      submitLabel={`Save ${SCOPE_WORDS[scope].label} default`}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Connection" path="connectionId">
          <Select
            value={choice.connectionId}
            placeholder="None"
            options={connections.map(({ id, label }) => ({ value: id, label }))}
            onChange={(connectionId) =>
              form.change({
                connectionId,
                model: connections.find(({ id }) => id === connectionId)?.defaultModel ?? "",
              })
            }
          />
        </Field>
        {chosen && (
          <Field
            label="Model"
            path="model"
            hint={
              !known || models.some(({ id }) => id === choice.model)
                ? undefined
                : `The connection does not allow it any more, so ${chosen.defaultModel || "nothing"} is used instead.`
            }
          >
            <ModelField label="Model" models={models} {...form.choice("model")} />
          </Field>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="text-muted">
          <Reach connection={chosen} />
        </p>
        {stored && !dirty && (
          <Button size="sm" variant="quiet" busy={clear.isPending} onClick={() => clear.mutate({ scope })}>
            Clear default
            <span className="sr-only"> of {SCOPE_WORDS[scope].label}</span>
          </Button>
        )}
      </div>
    </FormSection>
  )
}

/** What nobody can see nobody can clear either, and it would keep a connection from being deleted. */
async function follow(
  elsewhere: readonly ChatScope[],
  { connectionId, model = "" }: { connectionId?: string; model?: string },
): Promise<void> {
  // One that has none already is none the worse.
  for (const scope of elsewhere)
    await (connectionId
      ? call(aiContract.setDefault, { scope, connectionId, model })
      : call(aiContract.clearDefault, { scope })
    ).catch(() => {})
}

function Reach({ connection }: { connection: Connection | undefined }) {
  const roles = useRoles() ?? []
  if (!connection) return "Without a default, a conversation begins with the first connection that its person may use."
  if (connection.roles.length === 0) return "Open to everyone who may use the assistant."
  const names = connection.roles.map((id) => roles.find((role) => role.id === id)?.label ?? id).join(", ")
  return `Open to ${names} only. Everybody else begins with the first connection that they may use.`
}

/** What the connection lets people choose: its own list, else whatever the provider lists. */
function useAllowedModels(connection: Connection | undefined): { models: readonly ModelEntry[]; known: boolean } {
  const { data } = useCall(
    aiContract.listModels,
    { connectionId: connection?.id ?? "" },
    { enabled: connection !== undefined },
  )
  if (!connection) return { models: [], known: false }
  const listed = data?.models ?? []
  const ids = connection.availableModels.length > 0 ? connection.availableModels : listed.map((model) => model.id)
  const models = [...new Set([connection.defaultModel, ...ids])]
    .filter((id) => id !== "")
    .map((id) => listed.find((model) => model.id === id) ?? unlisted(id))
  return { models, known: data !== undefined }
}

function unlisted(id: string): ModelEntry {
  return { id, label: id, contextWindowTokens: null, vision: false, reasoning: false, usdPerMillionTokens: null }
}
