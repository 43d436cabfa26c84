import { defineWebPlugin } from "@countersign/core/web"
import { Hand } from "lucide-react"
import { greetingAccess } from "./contract/access.ts"

export const helloWebPlugin = defineWebPlugin({
  id: "hello",
  pages: [{ path: "/hello", load: () => import("./web/HelloPage.tsx"), access: [greetingAccess.read] }],
  navigation: [
    { workspace: "operate", label: "Hello", path: "/hello", icon: Hand, access: [greetingAccess.read], order: 800 },
  ],
})
