import { defineAccess, settingsAccess } from "@countersign/core/contract"

export const documentAccess = defineAccess("site.document", {
  read: "See the pages, templates, components and styles of the site",
  manage: "Change the pages, templates, components and styles of the site",
})

export const codeAccess = defineAccess("site.code", {
  manage: "Change the scripts of the site and the hosts it may load from",
})

/** Made by the platform; here for the page, which asks whether somebody holds it. */
export const siteSettingsAccess = settingsAccess("site", "Site")
