import type { ModelEntry } from "@countersign/core/contract"
import { useCall, useChange } from "@countersign/core/web"
import { useState } from "react"
import { aiContract, type ModelList } from "../../../contract.ts"
import { asksOtherwise, keyToSend } from "./connection-values.ts"
import type { ConnectionForm } from "./use-connection-form.ts"

export interface ListedModels {
  models: readonly ModelEntry[]
  suggested: string | null
  /** Why the provider could not be asked, or why there is nothing to choose from. */
  problem: string | null
  /** The provider has been asked and has no list: the model's id is written by hand. */
  listless: boolean
  loading: boolean
  load(): void
  /** Why loading has to wait, where it has to. */
  blocked: string | null
}

/** The provider's models: as they are known for what is stored, or asked for with what is in the form. */
export function useModelList(form: ConnectionForm): ListedModels {
  const { connection, driver, values, stored, draft } = form
  const [asked, setAsked] = useState<ModelList | null>(null)
  const known = useCall(aiContract.listModels, { connectionId: connection?.id ?? "" }, { enabled: connection !== null })
  const take = (list: ModelList) => {
    setAsked(list)
    const { models, suggested } = list
    const still = models.some(({ id }) => id === form.values.defaultModel)
    if (models.length > 0 && !still && suggested) form.change({ defaultModel: suggested })
  }
  const options = { onDone: take }
  const preview = useChange(aiContract.previewModels, options)
  const again = useChange(aiContract.listModels, options)
  const otherwise = !connection || asksOtherwise(values, stored)
  const needsKey = connection?.hasKey === true && otherwise && keyToSend(values) === undefined
  const list = asked ?? known.data
  return {
    models: list?.models ?? [],
    suggested: list?.suggested ?? null,
    problem: list?.problem ?? known.error?.message ?? null,
    listless: asked !== null && asked.models.length === 0 && asked.problem === null,
    loading: preview.isPending || again.isPending,
    load() {
      form.tell(null)
      const told = { onError: form.tell }
      if (connection && !otherwise) again.mutate({ connectionId: connection.id, refresh: true }, told)
      else
        preview.mutate(
          {
            driver: driver.id,
            apiKey: keyToSend(values) ?? null,
            baseUrl: draft.baseUrl,
            settings: draft.settings,
          },
          told,
        )
    },
    blocked: needsKey
      ? "The stored key goes only where it was stored for. Write the key again, or save first, and then load the models."
      : null,
  }
}
