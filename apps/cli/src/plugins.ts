import type { CliFace } from "@countersign/core/cli"

/** Plugins that bring commands. Adding one is a line here; its code is loaded when somebody asks for more than our own. */
export const faces: Readonly<Record<string, () => Promise<{ cli: CliFace }>>> = {
  catalog: () => import("@countersign/catalog/cli"),
  ai: () => import("@countersign/ai/cli"),
}
