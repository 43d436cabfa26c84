import { mayOpen, type Runner, type TabPage, thingHref } from "@countersign/core/web"
import type { aiContract } from "../../contract.ts"
import { dockConversation } from "./docked-conversation.ts"

/** Opens a thing's page or a page of the navigation, and nothing else: no address is made here. */
const showPage: Runner<typeof aiContract.showPage> = async ({ thing, page }, tab) => {
  const pages = pagesOf(tab)
  const known = pages.find(({ path }) => path === page)
  const path = thing ? thingHref(tab.registry, tab.me, thing) : known?.path
  if (!path) return { ...NOT_SHOWN, why: "no such page", pages }
  // The panel beside the page goes on with what was being talked about at full size.
  if (tab.now().path.startsWith(tab.registry.panel?.fullPage ?? "/assistant"))
    dockConversation(tab.me.id, tab.conversationId)
  if ((await tab.open(path)) === "unsaved") return { ...NOT_SHOWN, why: "unsaved work" }
  const now = tab.now()
  return { shown: true, why: null, title: known?.label ?? now.title.slice(0, 300), path: now.path.slice(0, 300) }
}
export default showPage

const NOT_SHOWN = { shown: false, why: null, title: null, path: null }

/** What this person's navigation leads to. */
function pagesOf({ registry, me }: TabPage): { label: string; path: string }[] {
  return [...registry.navigation, ...registry.settings]
    .filter(({ access }) => mayOpen(me, access))
    .map(({ label, path }) => ({ label, path }))
    .slice(0, 100)
}
