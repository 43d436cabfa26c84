import type { SdkModule } from "../child/orders.ts"

/** What `getScriptContext` answers and the editor mounts. Everything in it comes from one file per context. */
export interface TypeScriptContext {
  kind: string
  language: "typescript"
  /** The module a script imports, and the function of it that a script begins with. */
  sdkModule: string
  helper: string
  /** The text of a declaration file: the module, and every global a script has beyond the language. */
  declarations: string
  starterExample: string
  /** A script imports nothing but its SDK. */
  allowsManagedPackages: false
  /** The module as it is inside the VM. */
  sdk: SdkModule
  /** What a draft is tried with where nobody says more. Every field that the declarations promise is in it. */
  sample: Record<string, unknown>
}

export interface ShellContext {
  kind: string
  language: "shell"
  /** The variables as a table in text, for whoever reads no list. */
  declarations: string
  shellEnv: { name: string; description: string }[]
  starterExample: string
  allowsManagedPackages: false
  sample: Record<string, string>
}

export function defineShellContext({
  kind,
  variables,
  starterExample,
}: {
  kind: string
  variables: Record<string, { description: string; sample: string }>
  starterExample: string
}): ShellContext {
  const shellEnv = Object.entries(variables).map(([name, { description }]) => ({ name, description }))
  return {
    kind,
    language: "shell",
    declarations: shellEnv.map(({ name, description }) => `${name}  ${description}`).join("\n"),
    shellEnv,
    starterExample,
    allowsManagedPackages: false,
    sample: Object.fromEntries(Object.entries(variables).map(([name, { sample }]) => [name, sample])),
  }
}
