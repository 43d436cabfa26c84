import { z } from "zod"

/** A link for people to follow. One that signs in whoever follows it would be a credential for everybody who sees it. */
export const WebAddress = z
  .url({ protocol: /^https?$/, error: "A link begins with http:// or https://." })
  .max(2_000, "A link has at most 2000 characters.")
  .refine((text) => {
    const { username, password } = URL.parse(text) ?? { username: "", password: "" }
    return username === "" && password === ""
  }, "A link holds no user name or password. Take them out of the address.")
