import { defineAccess } from "@countersign/core/contract"

export const documentAccess = defineAccess("site.document", {
  read: "See the pages, templates, components and styles of the site",
  manage: "Change the pages, templates, components and styles of the site",
})

export const codeAccess = defineAccess("site.code", {
  manage: "Change the scripts of the site and the hosts it may load from",
})
