import { useCall } from "@countersign/core/web"
import { Button, CodeEditor, Field } from "@countersign/ui"
import { useMemo } from "react"
import { healthcheckContract } from "../../contract.ts"
import { completeVariables } from "./complete-variables.ts"
import { useScriptService } from "./use-script-service.ts"

interface ScriptFieldProps {
  title: string
  hint: string | undefined
  path: string
  value: string
  onChange: (source: string) => void
  language: "typescript" | "shell"
}

/** A script while it is written, with what it may use: the declarations that the assistant is given too. */
export function ScriptField({ title, hint, path, value, onChange, language }: ScriptFieldProps) {
  const context = language === "shell" ? "healthcheck-shell" : "healthcheck-script"
  const { data } = useCall(healthcheckContract.getScriptContext, { context }, { builtIn: true })
  const service = useScriptService(value, language === "typescript" ? data?.declarations : undefined)
  const variables = data?.shellEnv
  const complete = useMemo(() => variables && completeVariables(variables), [variables]) ?? service.complete
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Field label={title} hint={hint} path={path} value={value} required>
        <CodeEditor label={title} value={value} onChange={onChange} {...{ language, marks: service.marks, complete }} />
      </Field>
      {value.trim() === "" && data && (
        <div>
          <Button size="sm" onClick={() => onChange(data.starterExample)}>
            Begin with an example
          </Button>
        </div>
      )}
      {variables && (
        <details className="text-table">
          <summary className="cursor-pointer text-accent-ink">Variables that the script sees</summary>
          <dl className="mt-1">
            {variables.map(({ name, description }) => (
              <div key={name} className="flex flex-wrap gap-x-3 py-0.5">
                <dt className="font-mono">{name}</dt>
                <dd className="text-muted">{description}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </div>
  )
}
