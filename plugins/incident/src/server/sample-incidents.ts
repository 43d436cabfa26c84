import type { HealthOverride, IncidentStatus, Severity, Visibility } from "../contract.ts"

export interface SampleIncident {
  title: string
  description: string
  severity: Severity
  healthOverride: HealthOverride
  openedMinutesAgo: number
  postmortem: string
  updates: readonly { minutesAgo: number; message: string; status: IncidentStatus | null; visibility: Visibility }[]
}

/**
 * One that is being worked on and one that is over, so that both kinds of page have something to show, and one that was only begun.
 * The third is about the sample check that fails, and stands on the same sample system as that one: the third.
 */
export const SAMPLE_INCIDENTS: readonly SampleIncident[] = [
  {
    title: "Sample: answers are slow",
    description: "Requests take three to four times as long as usual. This is sample data.",
    severity: "major",
    healthOverride: "degraded",
    openedMinutesAgo: 42,
    postmortem: "",
    updates: [
      {
        minutesAgo: 42,
        message: "People report slow pages. We are looking into it.",
        status: "investigating",
        visibility: "public",
      },
      {
        minutesAgo: 25,
        message: "Connection pool is exhausted since the 14:00 deployment; traces are linked in the channel.",
        status: "identified",
        visibility: "internal",
      },
      {
        minutesAgo: 12,
        message: "The cause is known. A fix is being rolled out.",
        status: "fixing",
        visibility: "public",
      },
    ],
  },
  {
    title: "Sample: nightly export did not run",
    description: "The export of last night is missing. This is sample data.",
    severity: "minor",
    healthOverride: "none",
    openedMinutesAgo: 60 * 30,
    postmortem:
      "## What happened\n\nThe export's credentials had run out at midnight.\n\n## What we change\n\n- Credentials are renewed a week ahead.\n- A missing export opens an incident by itself.\n",
    updates: [
      {
        minutesAgo: 60 * 30,
        message: "The export of last night is missing.",
        status: "investigating",
        visibility: "signedIn",
      },
      {
        minutesAgo: 60 * 27,
        message: "The export ran again and is complete.",
        status: "resolved",
        visibility: "signedIn",
      },
    ],
  },
  {
    title: "Sample: nightly export is missing again",
    description:
      "The check of the nightly export has been failing for an hour. Nobody has written more about it yet. This is sample data.",
    severity: "minor",
    healthOverride: "none",
    openedMinutesAgo: 50,
    postmortem: "",
    updates: [
      {
        minutesAgo: 50,
        message: "The check says: The export of last night is missing.",
        status: "investigating",
        visibility: "signedIn",
      },
    ],
  },
]
