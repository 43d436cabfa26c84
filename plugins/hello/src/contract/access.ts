import { defineAccess } from "@countersign/core/contract"

export const greetingAccess = defineAccess("hello.greeting", {
  read: "See greetings",
  manage: "Leave greetings",
})
