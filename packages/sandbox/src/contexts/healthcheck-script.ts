import { globalDeclarations } from "./globals.ts"
import type { TypeScriptContext } from "./script-context.ts"

const sdkModule = "@countersign/sdk/healthcheck"

const moduleDeclarations = `declare module "${sdkModule}" {
  /** What a script is called with. */
  export interface HealthCheckScriptContext {
    /** The check's own configuration, as it was entered. */
    readonly config: Readonly<Record<string, any>>
    readonly check: { readonly id: string; readonly name: string }
    readonly system: { readonly id: string; readonly name: string }
    /** Missing when the check runs without one. */
    readonly environment?: { readonly id: string; readonly name: string }
    /** Secrets that the check may use, by name. In a trial run each reads __SECRET_<NAME>__. */
    readonly secrets: Readonly<Record<string, string>>
  }

  /** Fields beyond these are kept with the run, and assertions can look at them. */
  export interface HealthCheckReport {
    readonly success: boolean
    /** A sentence for the one who reads the run. */
    readonly message?: string
    /** A number to chart. */
    readonly value?: number
    readonly [field: string]: unknown
  }

  /** A report; or only whether it is well; or a number to chart; or nothing, which is well. */
  export type HealthCheckAnswer = HealthCheckReport | boolean | number | null | undefined | void

  /** Throwing is a failure whose message is the error's. */
  export type HealthCheckScript = (context: HealthCheckScriptContext) => HealthCheckAnswer | Promise<HealthCheckAnswer>

  export function defineHealthCheck(script: HealthCheckScript): HealthCheckScript
}
`

export const healthcheckScript = {
  kind: "healthcheck-script",
  language: "typescript",
  sdkModule,
  helper: "defineHealthCheck",
  declarations: `${moduleDeclarations}\n${globalDeclarations}`,
  starterExample: `import { defineHealthCheck } from "${sdkModule}"

export default defineHealthCheck(async ({ system }) => {
  const response = await fetch("https://status.example.com/health")
  return {
    success: response.ok,
    message: \`\${system.name} answered \${response.status}.\`,
  }
})
`,
  allowsManagedPackages: false,
  sdk: {
    name: sdkModule,
    source: `export function defineHealthCheck(script) {
  if (typeof script !== "function") throw new TypeError("defineHealthCheck takes the function that does the check.")
  return script
}
`,
  },
  sample: {
    config: {},
    check: { id: "00000000-0000-4000-8000-000000000001", name: "Sample check" },
    system: { id: "00000000-0000-4000-8000-000000000002", name: "Sample system" },
    environment: { id: "00000000-0000-4000-8000-000000000003", name: "Production" },
    secrets: {},
  },
} as const satisfies TypeScriptContext
