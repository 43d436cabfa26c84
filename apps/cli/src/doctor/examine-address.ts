import type { Environment } from "@countersign/server/boot"
import type { Finding } from "./examine.ts"

const LOOPBACK = ["127.0.0.1", "localhost", "::1"]

export async function examineAddress(environment: Environment): Promise<Finding[]> {
  const { HOST, PORT, PUBLIC_URL } = environment
  const findings: Finding[] = []
  if (!PUBLIC_URL && !LOOPBACK.includes(HOST))
    findings.push({
      state: "bad",
      subject: "PUBLIC_URL",
      says: `the server listens on ${HOST}, but does not know the address people use, so it answers loopback names only.`,
      remedy: "Set PUBLIC_URL to that address, such as https://ops.example.org.",
    })
  else if (PUBLIC_URL?.startsWith("http:") && !LOOPBACK.includes(new URL(PUBLIC_URL).hostname))
    findings.push({
      state: "doubtful",
      subject: "PUBLIC_URL",
      says: `${PUBLIC_URL} is not encrypted: passwords and sessions travel in clear.`,
      remedy: "Put a reverse proxy with TLS in front and set PUBLIC_URL to its https address.",
    })
  else
    findings.push({
      state: "good",
      subject: "PUBLIC_URL",
      says: PUBLIC_URL ? `${PUBLIC_URL}.` : "not needed on loopback.",
    })
  findings.push(await examineServer(HOST, PORT))
  return findings
}

async function examineServer(host: string, port: number): Promise<Finding> {
  const reachable = ["0.0.0.0", "::"].includes(host) ? "127.0.0.1" : host
  const subject = "Server"
  try {
    const response = await fetch(`http://${reachable}:${port}/readyz`, { signal: AbortSignal.timeout(3_000) })
    if (response.ok) return { state: "good", subject, says: `answers on port ${port} and is ready.` }
    return {
      state: "bad",
      subject,
      says: `answers on port ${port}, but is not ready: ${(await response.text()).slice(0, 200)}`,
      remedy: "The lines below on the database usually say why.",
    }
  } catch {
    return {
      state: "doubtful",
      subject,
      says: `nothing answers on port ${port}.`,
      remedy: "If it should be running, start it with npm start and read its first lines.",
    }
  }
}
