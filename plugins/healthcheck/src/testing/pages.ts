import {
  CHOSEN,
  type FormWay,
  HIDING,
  type Place,
  pressing,
  type SeedCall,
  type SeededThings,
  tickFirstRow,
} from "@countersign/testing"

// Nothing listens there, and nobody else is asked.
const ADDRESS = "http://127.0.0.1:9/status"

export async function seed(call: SeedCall, { systemId }: SeededThings): Promise<SeededThings> {
  const assignments = [{ systemId }]
  const { id } = await call("healthcheck.create", {
    name: "Payments answer",
    description: "Customers pay through it. If it fails, look at the **load balancer** first.",
    strategyId: "http",
    config: { url: ADDRESS, headers: [{ name: "accept", value: "application/json" }] },
    collectors: [
      { id: "response", assertions: [{ field: "status", operator: "equals", value: 200 }] },
      {
        id: "timing",
        assertions: [{ field: "totalMs", operator: "lessThan", value: 1_000, severity: "degraded" }],
      },
    ],
    assignments,
  })
  const { version } = await call<{ version: number }>("healthcheck.get", { id })
  await call("healthcheck.update", { id, version, intervalSeconds: 300 })
  const heartbeat = await call("healthcheck.create", {
    name: "Nightly backup",
    strategyId: "heartbeat",
    config: { everySeconds: 86_400 },
    assignments,
  })
  const script = await call("healthcheck.create", {
    name: "Books balance",
    strategyId: "script",
    config: { source: "export default async () => ({ success: true, value: 3 })\n" },
    assignments,
  })
  await call("healthcheck.pause", { ids: [script.id], reason: "The books are closed until Monday." })
  return { checkId: id, heartbeatId: heartbeat.id, scriptCheckId: script.id }
}

export function pages({ checkId, heartbeatId, scriptCheckId }: SeededThings): readonly Place[] {
  return [
    { name: "checks", path: "/checks" },
    { name: "checks-new", path: "/checks/new" },
    {
      name: "check-new-more",
      path: "/checks/new?way=http",
      prepare: async (page) => {
        await pressing("Add header")(page)
        await pressing("Add assertion")(page)
        await pressing("More options")(page)
        await pressing("Timeout, retries and status")(page)
      },
    },
    { name: "check-new-journey", path: "/checks/new?way=journey" },
    { name: "check-new-script", path: "/checks/new?way=script" },
    { name: "check", path: `/checks/${checkId}` },
    { name: "check-runs", path: `/checks/${checkId}?tab=runs` },
    { name: "check-configuration", path: `/checks/${checkId}?tab=configuration` },
    { name: "check-history", path: `/checks/${checkId}?tab=history` },
    { name: "check-heartbeat", path: `/checks/${heartbeatId}` },
    { name: "check-script", path: `/checks/${scriptCheckId}?tab=configuration` },
    { name: "check-edit", path: `/checks/${checkId}/edit` },
    { name: "settings-healthcheck", path: "/settings/healthcheck" },
  ]
}

/** Dialogs beside those of forms. */
export function dialogs({ checkId, heartbeatId }: SeededThings): readonly Place[] {
  return [
    {
      name: "check-delete",
      path: `/checks/${checkId}`,
      prepare: async (page) => {
        await pressing("More actions")(page)
        await page.getByRole("menuitem", { name: "Delete check" }).click()
      },
    },
    { name: "check-address", path: `/checks/${heartbeatId}`, prepare: pressing(/^Make an? (new )?address$/) },
    {
      name: "check-run",
      path: `/checks/${checkId}?tab=runs`,
      // By the keyboard: a run that comes in between press and release moves the row from under the mouse.
      prepare: (page) => page.locator(".data-table-link").first().press("Enter"),
    },
  ]
}

/** How one gets to every form of this plugin's pages, by the form's name. */
export function forms({ checkId }: SeededThings): Readonly<Record<string, FormWay>> {
  const check = `/checks/${checkId}`
  const fill: FormWay["fill"] = async (form) => {
    await form.getByLabel("Name", { exact: true }).first().fill("Shop answers")
    await form.getByLabel("Address").fill(ADDRESS)
  }
  const fillEdited: FormWay["fill"] = async (form, page) => {
    await fill(form, page)
    // What the seeded check sends and is held to.
    await form.getByLabel("Name of header 1").fill("accept")
    await form.getByLabel("Value of assertion 1").fill("200")
    await form.getByLabel("Value of assertion 2").fill("1000")
  }
  const fillSettings: FormWay["fill"] = async (form) => {
    for (const [label, value] of [
      ["Single runs are kept for (days)", "7"],
      ["Hours are kept for (days)", "90"],
      ["Days are kept for (days)", "730"],
      ["Checks at once of one host", "6"],
    ] as const)
      await form.getByLabel(label).fill(value)
  }
  return {
    "check-new": { at: "/checks/new?way=http", fill, wrong: ["Address", "not an address"] },
    "check-edit": { at: `${check}/edit`, fill: fillEdited, wrong: ["Address", "not an address"] },
    "check-pause": {
      at: check,
      open: pressing("Pause"),
      fill: (form) => form.getByLabel("Reason").fill("Repaired tonight."),
      wrong: ["Until", "2000-01-01T10:00"],
    },
    "checks-pause": {
      at: "/checks",
      open: async (page) => {
        await tickFirstRow(page)
        await pressing("Pause")(page)
      },
      wrong: ["Reason", HIDING],
    },
    "checks-delete": {
      at: "/checks?text=backup",
      open: async (page) => {
        await tickFirstRow(page)
        await pressing("Delete")(page)
      },
      empty: "sent",
      wrong: CHOSEN,
    },
    "healthcheck-settings": {
      at: "/settings/healthcheck",
      fill: fillSettings,
      wrong: ["Checks at once on each server", "0"],
    },
  }
}
