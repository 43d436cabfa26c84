import {
  chooseIn,
  type FormWay,
  type Place,
  pressing,
  type SeedCall,
  type SeededThings,
  TOO_LONG,
  timelineForms,
} from "@countersign/testing"

export async function seed(call: SeedCall, { systemId }: SeededThings): Promise<SeededThings> {
  const HOUR = 60 * 60_000
  const at = (hours: number) => new Date(Math.ceil(Date.now() / HOUR) * HOUR + hours * HOUR).toISOString()
  const { id } = await call("maintenance.create", {
    title: "Weekly patching",
    description: "Security updates, one node after the other.",
    systemIds: [systemId],
    startsAt: at(30),
    endsAt: at(31),
    rrule: "FREQ=WEEKLY",
    timeZone: "Europe/Berlin",
    message: "Planned with everybody who is on call.",
  })
  await call("maintenance.create", {
    title: "Database upgrade",
    systemIds: [systemId],
    startsAt: at(30),
    endsAt: at(33),
  })
  return { windowId: id }
}

export function pages({ windowId }: SeededThings): readonly Place[] {
  return [
    { name: "maintenance", path: "/maintenance" },
    { name: "maintenance-feed", path: "/maintenance", prepare: pressing("Calendar feed") },
    { name: "maintenance-new", path: "/maintenance/new" },
    {
      name: "maintenance-repeats",
      path: "/maintenance/new",
      prepare: async (page) => void (await page.getByLabel("Repeats").selectOption("Every week")),
    },
    { name: "maintenance-window", path: `/maintenance/${windowId}` },
    { name: "maintenance-occurrences", path: `/maintenance/${windowId}?tab=occurrences` },
    { name: "maintenance-history", path: `/maintenance/${windowId}?tab=history` },
    { name: "maintenance-edit", path: `/maintenance/${windowId}/edit` },
  ]
}

/** Dialogs beside those of forms. */
export function dialogs({ windowId }: SeededThings): readonly Place[] {
  return [
    {
      name: "maintenance-delete",
      path: `/maintenance/${windowId}`,
      prepare: async (page) => {
        await pressing("More actions")(page)
        await page.getByRole("menuitem", { name: "Delete window" }).click()
      },
    },
    { name: "maintenance-calendar", path: "/maintenance", prepare: pressing("Calendar feed") },
  ]
}

/** How one gets to every form of this plugin's pages, by the form's name. */
export function forms({ windowId }: SeededThings): Readonly<Record<string, FormWay>> {
  const window = `/maintenance/${windowId}`
  return {
    "window-new": {
      at: "/maintenance/new",
      fill: async (form, page) => {
        await fill(form)
        await chooseIn(form, page, "Systems", "Payments")
      },
      wrong: ["Description", TOO_LONG],
    },
    "window-edit": { at: `${window}/edit`, fill, wrong: ["Description", TOO_LONG] },
    "window-close": { at: window, open: pressing("Call off"), wrong: ["Note", TOO_LONG] },
    "window-occurrence": {
      at: `${window}?tab=occurrences`,
      open: pressing("Change"),
      fill: (form) => form.getByLabel("Begins").fill("2100-01-04T10:00"),
      wrong: ["Ends", "2000-01-01T10:00"],
    },
    ...timelineForms("window", window),
  }
}

async function fill(form: Parameters<NonNullable<FormWay["fill"]>>[0]): Promise<void> {
  await form.getByLabel("Title").fill("Upgrade")
  await form.getByLabel("Begins").fill("2100-01-04T10:00")
  await form.getByLabel("Ends", { exact: true }).fill("2100-01-04T11:00")
  await form.getByLabel("Repeats").selectOption("Does not repeat")
}
