import { defineShellContext } from "./script-context.ts"

export const healthcheckShell = defineShellContext({
  kind: "healthcheck-shell",
  variables: {
    COUNTERSIGN_CHECK_ID: {
      description: "The id of the check that runs.",
      sample: "00000000-0000-4000-8000-000000000001",
    },
    COUNTERSIGN_CHECK_NAME: { description: "Its name.", sample: "Sample check" },
    COUNTERSIGN_SYSTEM_ID: {
      description: "The id of the system it looks at.",
      sample: "00000000-0000-4000-8000-000000000002",
    },
    COUNTERSIGN_SYSTEM_NAME: { description: "That system's name.", sample: "Sample system" },
    COUNTERSIGN_ENVIRONMENT_ID: {
      description: "The id of the environment; empty when the check runs without one.",
      sample: "00000000-0000-4000-8000-000000000003",
    },
    COUNTERSIGN_ENVIRONMENT_NAME: { description: "That environment's name, or empty.", sample: "Production" },
    COUNTERSIGN_CONFIG: { description: "The check's own configuration, as JSON.", sample: "{}" },
  },
  starterExample: `# The exit code and what is written are kept with the run; assertions judge them.
# Secrets that the check may use are COUNTERSIGN_SECRET_<NAME>. There is no network here.
echo "checked $COUNTERSIGN_SYSTEM_NAME"
exit 0
`,
})
