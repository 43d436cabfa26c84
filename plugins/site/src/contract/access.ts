import { defineAccess, settingsAccess } from "@countersign/core/contract"

export const documentAccess = defineAccess("site.document", {
  read: "See the pages, templates, components and styles of the site",
  manage: "Change the pages, templates, components and styles of the site",
})

export const codeAccess = defineAccess("site.code", {
  manage: "Change the scripts of the site and the hosts it may load from",
})

export const mediaAccess = defineAccess("site.media", {
  read: "See the pictures, films, fonts and files of the site",
  manage: "Add, replace and delete pictures, films, fonts and files of the site",
})

export const publicationAccess = defineAccess("site.publication", {
  read: "See what of the site is published, and since when",
  manage: {
    sentence: "Publish the site, take it back to an earlier version, and say what everybody sees of systems",
    implies: ["read"],
  },
})

/** Made by the platform; here for the page, which asks whether somebody holds it. */
export const siteSettingsAccess = settingsAccess("site", "Site")
