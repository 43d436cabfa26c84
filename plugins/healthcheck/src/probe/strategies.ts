import type { Strategy } from "../contract/strategy.ts"
import { dns } from "./strategies/dns.ts"
import { grpc } from "./strategies/grpc.ts"
import { heartbeat } from "./strategies/heartbeat.ts"
import { http } from "./strategies/http.ts"
import { journey } from "./strategies/journey.ts"
import { mysql } from "./strategies/mysql.ts"
import { ping } from "./strategies/ping.ts"
import { postgres } from "./strategies/postgres.ts"
import { redis } from "./strategies/redis.ts"
import { script } from "./strategies/script.ts"
import { shell } from "./strategies/shell.ts"
import { smtp } from "./strategies/smtp.ts"
import { ssh } from "./strategies/ssh.ts"
import { tcp } from "./strategies/tcp.ts"
import { tls } from "./strategies/tls.ts"
import { websocket } from "./strategies/websocket.ts"

/** In the order in which people choose. */
export const strategies: readonly Strategy[] = [
  http,
  tcp,
  tls,
  dns,
  ping,
  postgres,
  mysql,
  redis,
  smtp,
  grpc,
  websocket,
  ssh,
  heartbeat,
  journey,
  script,
  shell,
]
