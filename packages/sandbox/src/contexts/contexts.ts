import { healthcheckScript } from "./healthcheck-script.ts"
import { healthcheckShell } from "./healthcheck-shell.ts"
import type { ShellContext, TypeScriptContext } from "./script-context.ts"

/** A new context is its file and a line here. */
const contexts = {
  "healthcheck-script": healthcheckScript,
  "healthcheck-shell": healthcheckShell,
} satisfies Record<string, TypeScriptContext | ShellContext>

export type ScriptContextKind = keyof typeof contexts

export const scriptContextKinds = Object.keys(contexts) as ScriptContextKind[]

export function resolveScriptContext(kind: ScriptContextKind): TypeScriptContext | ShellContext {
  return contexts[kind]
}

/** The declaration files of `@countersign/sdk`, by the path under which an editor mounts them. */
export function sdkDeclarationFiles(): Record<string, string> {
  return Object.fromEntries(
    Object.values(contexts).flatMap((context) =>
      context.language === "typescript" ? [[`node_modules/${context.sdkModule}/index.d.ts`, context.declarations]] : [],
    ),
  )
}
