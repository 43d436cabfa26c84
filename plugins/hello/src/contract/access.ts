import { defineAccess, settingsAccess } from "@countersign/core/contract"

export const greetingAccess = defineAccess("hello.greeting", {
  read: "See greetings",
  manage: "Leave greetings",
})

/** Made by the platform; here for the navigation, which loads no schema. */
export const helloSettingsAccess = settingsAccess("hello", "Greetings")
