import { joinAllowLists, parseAllowList } from "@countersign/core/contract"
import type { Egress, Guard } from "@countersign/core/server"
import type { Configuration } from "../probe/configuration/validate.ts"

const ALLOWED_IN = "the allow-list in Settings > Health checks"

export interface CheckGuards {
  /** Of whatever no check is known for, such as a script that is tried. */
  readonly usual: Guard
  of(configuration: Pick<Configuration, "strategyId" | "config">): Guard
}

/** What checks may call: public addresses, inside only what the settings of health checks allow, and this product's own front page. */
export function checkGuards(egress: Egress, allowPrivate: string, ownUrl: () => string): CheckGuards {
  const allow = parseAllowList(allowPrivate)
  const usual = egress.guard({ allow, allowedIn: ALLOWED_IN })
  return {
    usual,
    of(configuration) {
      const own = ownUrl()
      if (!isFrontPage(configuration, own)) return usual
      return egress.guard({ allow: joinAllowLists([allow, parseAllowList(placeOf(own))]), allowedIn: ALLOWED_IN })
    },
  }
}

/** As anybody would open it, and nothing else there: /metrics answers whoever asks from this machine, and so does sign-in. */
function isFrontPage({ strategyId, config }: Pick<Configuration, "strategyId" | "config">, own: string): boolean {
  if (strategyId !== "http") return false
  const {
    url,
    method = "GET",
    headers = [],
    body,
    authentication,
    clientCertificate,
  } = config as Record<string, unknown>
  const plain = !body && !clientCertificate && Array.isArray(headers) && headers.length === 0
  const { type = "none" } = (authentication ?? {}) as { type?: string }
  return url === `${own}/` && method === "GET" && plain && type === "none"
}

function placeOf(own: string): string {
  const { hostname, port, protocol } = new URL(own)
  return `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`
}
