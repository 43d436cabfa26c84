import { call, defineWebPlugin, verbsOf } from "@countersign/core/web"
import { Hand } from "lucide-react"
import { greetingAccess, helloSettingsAccess } from "./contract/access.ts"
import type { helloContract } from "./contract.ts"

const verb = verbsOf<typeof helloContract>("hello")

export const helloWebPlugin = defineWebPlugin<typeof helloContract>({
  id: "hello",
  pages: [
    { path: "/hello", load: () => import("./web/HelloPage.tsx"), access: [greetingAccess.read] },
    {
      path: "/settings/hello",
      load: () => import("./web/HelloSettingsPage.tsx"),
      access: [helloSettingsAccess.manage],
    },
  ],
  settings: [
    {
      workspace: "settings",
      label: "Greetings",
      path: "/settings/hello",
      icon: Hand,
      sentence: "What greetings have in common.",
      order: 800,
      access: [helloSettingsAccess.manage],
    },
  ],
  navigation: [
    { workspace: "operate", label: "Hello", path: "/hello", icon: Hand, access: [greetingAccess.read], order: 800 },
  ],
  palette: [
    {
      group: "Hello",
      access: [greetingAccess.manage],
      entries: [{ id: "greet", title: "Greet somebody", path: "/hello" }],
    },
  ],
  firstSteps: [
    {
      title: "Greet somebody",
      why: "They read it when they next come by.",
      href: "/hello",
      order: 800,
      access: [greetingAccess.manage],
      done: async ({ signal }) => (await call(verb("list"), {}, { signal })).greetings.length > 0,
      resources: ["hello.greeting"],
    },
  ],
})
