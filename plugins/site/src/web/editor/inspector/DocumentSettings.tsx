import { useCall } from "@countersign/core/web"
import { Notice, Skeleton } from "@countersign/ui"
import { siteContract } from "../../../contract.ts"
import { keyOf } from "../../../document.ts"
import { useSiteChanges } from "../../follow-site.ts"
import { SettingsTab } from "../../SettingsTab.tsx"
import { ParamFields } from "../components/ComponentFields.tsx"
import { elementOf } from "../store/tree.ts"
import { useEditor, useStore } from "../store/use-editor.ts"

/** What is said of the document besides what stands on it: title and address of a page and what search engines are told, what a template is for, what a component can be given. */
export function DocumentSettings() {
  const store = useStore()
  const root = useEditor(({ document }) => document && elementOf(document, document.rootNodeId))
  if (!store.mayEdit) return null
  return store.ref.type === "visualComponent" ? root && <ParamFields root={root} /> : <Settings />
}

function Settings() {
  const { ref } = useStore()
  const { data, error, refetch } = useCall(siteContract.getDocument, { document: ref })
  useSiteChanges(keyOf(ref), () => void refetch())
  if (data) return <SettingsTab about={data} />
  return error ? <Notice tone="error">{error.message}</Notice> : <Skeleton lines={8} label="Reading the settings" />
}
