import { PluginSettingsPage } from "@countersign/core/web"
import { helloSettings } from "../contract.ts"

export default function HelloSettingsPage() {
  return <PluginSettingsPage settings={helloSettings} description="What greetings have in common." />
}
