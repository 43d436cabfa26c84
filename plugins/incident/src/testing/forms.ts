import {
  CHOSEN,
  chooseIn,
  type FormWay,
  HIDING,
  pressing,
  type SeededThings,
  TOO_LONG,
  tickFirstRow,
  timelineForms,
} from "@countersign/testing"

/** How one gets to every form of this plugin's pages, by the form's name. */
export function forms(things: SeededThings): Readonly<Record<string, FormWay>> {
  const incident = `/incidents/${things.incidentId}`
  return {
    "incident-description": {
      at: incident,
      open: pressing(/(Add a|Edit) description/, false),
      empty: "sent",
      wrong: ["Description", TOO_LONG],
    },
    ...timelineForms("incident", incident),
    "incident-new": {
      at: "/incidents/new",
      fill: async (form, page) => {
        await form.getByLabel("Title").fill("Payments fail")
        await chooseIn(form, page, "Systems", "Payments")
      },
      wrong: ["Description", TOO_LONG],
    },
    "incident-postmortem": {
      at: `${incident}?tab=postmortem`,
      open: pressing(/(Write the|Edit) post-mortem/, false),
      empty: "sent",
      wrong: ["Post-mortem", TOO_LONG],
    },
    "incident-reopen": {
      at: incident,
      open: async (page) => {
        await pressing("Resolve incident")(page)
        await page.getByRole("dialog").getByLabel("Note", { exact: true }).fill("Over.")
        await page.getByRole("dialog").getByRole("button", { name: "Resolve incident" }).click()
        await pressing("Reopen incident")(page)
      },
      wrong: ["Note", TOO_LONG],
    },
    "incident-resolve": {
      at: incident,
      open: async (page) => {
        const reopen = page.getByRole("button", { name: "Reopen incident" })
        const resolve = page.getByRole("button", { name: "Resolve incident" })
        await reopen.or(resolve).first().waitFor()
        if (await reopen.isVisible()) {
          await reopen.click()
          await page.getByRole("dialog").getByLabel("Note", { exact: true }).fill("Not over.")
          await page.getByRole("dialog").getByRole("button", { name: "Reopen incident" }).click()
        }
        await resolve.click()
      },
      wrong: ["Note", TOO_LONG],
    },
    "incident-systems": {
      at: incident,
      open: async (page) => {
        await pressing("Edit")(page)
        for (const chip of await page.getByRole("button", { name: /^Remove (?!the link)/ }).all())
          if (/system|Payments/i.test((await chip.getAttribute("aria-label")) ?? "")) await chip.click()
      },
      wrong: CHOSEN,
    },
    "incident-title": { at: incident, open: pressing("Edit the title", false), wrong: ["Title", HIDING] },
    "incidents-delete": {
      at: "/incidents?status=all",
      open: async (page) => {
        await tickFirstRow(page)
        await pressing("Delete")(page)
      },
      empty: "sent",
      wrong: CHOSEN,
    },
    "incidents-resolve": {
      at: "/incidents",
      open: async (page) => {
        await tickFirstRow(page)
        await pressing("Resolve")(page)
      },
      wrong: ["Closing note", TOO_LONG],
    },
  }
}
