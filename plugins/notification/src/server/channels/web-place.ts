import { z } from "zod"

/** An address that messages are posted to. Whether it may be called, the platform's guard decides at each attempt. */
export const PostAddress = z
  .string()
  .trim()
  .max(2_000, "An address has at most 2,000 characters.")
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), "An address begins with https:// or http://.")
  .refine((text) => !URL.parse(text)?.username && !URL.parse(text)?.password, {
    message: "Leave user name and password out of the address.",
  })

/** The host alone: the path of such an address is often as good as a password. */
export function webPlace(address: string): string {
  return URL.parse(address)?.host ?? "an address"
}
