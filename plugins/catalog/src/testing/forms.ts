import { CHOSEN, type FormWay, pressing, type SeededThings, tickFirstRow } from "@countersign/testing"

/** How one gets to every form of this plugin's pages, by the form's name. */
export function forms(things: SeededThings): Readonly<Record<string, FormWay>> {
  return {
    "add-to-group": {
      at: "/catalog/systems",
      open: async (page) => {
        await tickFirstRow(page)
        await pressing("Add to group")(page)
      },
      wrong: CHOSEN,
    },
    environment: { at: "/catalog/environments", open: pressing("Add environment"), wrong: ["Name", "Production"] },
    group: { at: "/catalog/groups", open: pressing("Add group"), wrong: ["Name", things.groupName!] },
    import: { at: "/catalog/import", wrong: { never: "What is wrong with lines stands in the plan." } },
    system: { at: `/catalog/systems/${things.systemId}?edit=yes`, wrong: ["Name", "Web shop"] },
    "system-grant": { at: `/catalog/systems/${things.systemId}?tab=access`, wrong: CHOSEN },
    "system-new": {
      at: "/catalog/systems/new",
      fill: async (form) => {
        await form.getByLabel("Name", { exact: true }).fill("Ledger")
        await form.getByRole("button", { name: "Add contact" }).click()
        await form.getByRole("button", { name: "Add link" }).click()
        await form.getByRole("button", { name: "Add link" }).click()
        await form.getByLabel("Label of link 2").fill("Runbook")
        await form.getByLabel("Address of link 2").fill("not an address")
      },
      // The blank rows before it are gone by then.
      wrong: ["Address of link 1", ""],
    },
  }
}
