import { defineAccess } from "@countersign/core/contract"

export const publicationAccess = defineAccess("site.publication", {
  read: "See what of the site is published, and since when",
  manage: {
    sentence: "Publish the site, take it back to an earlier version, and say what everybody sees of systems",
    implies: ["read"],
  },
})
