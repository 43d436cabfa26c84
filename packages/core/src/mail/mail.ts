import { spellHidden } from "../contract/text/hidden-characters.ts"
import type { Database, Tx } from "../db/database.ts"
import { UnavailableError } from "../errors.ts"
import type { Log } from "../log.ts"
import { MAIL_PASSWORD } from "../secrets/sealed-columns.ts"
import type { Secrets } from "../secrets/secrets.ts"
import { readMailSettings, type StoredMailSettings } from "./mail-settings-store.ts"

export interface Message {
  to: string
  subject: string
  text: string
  /** Makes its Message-ID the same at every attempt, and puts it into the thread of those it follows. */
  thread?: { id: string; follows: readonly string[] }
}

export interface Mail {
  /**
   * False when no SMTP server is set: then an administrator hands links over instead. Asked in the verb's own
   * transaction: ten verbs that each held a connection and wanted a second one would wait for each other.
   */
  isConfigured(tx: Tx): Promise<boolean>
  /** Throws a MailError with a sentence for the administrator when the server refuses. */
  send(message: Message): Promise<void>
}

export class MailError extends UnavailableError {
  /** The server has said that it will not take this message, so that there is no use in sending it again. */
  readonly permanent: boolean

  constructor(sentence: string, permanent: boolean) {
    super(sentence)
    this.permanent = permanent
  }
}

// A mail server that says nothing for this long is not going to.
const TIMEOUT_MS = 10_000

export function createMail(options: { database: Database; secrets: Secrets; log: Log }): Mail {
  const { database, secrets, log } = options
  return {
    async isConfigured(tx) {
      return (await readMailSettings(tx)).configured
    },
    async send(message) {
      const settings = await readMailSettings(database.direct)
      if (!settings.configured)
        throw new MailError("No mail server is set, so nothing can be mailed. Set one under Settings, Mail.", true)
      try {
        await sendThrough(settings, secrets, message)
      } catch (error) {
        const sentence = secrets.mask(explain(settings, error as SmtpError))
        log.warn("A mail could not be sent.", { reason: sentence })
        throw new MailError(sentence, isPermanent(error as SmtpError))
      }
    },
  }
}

async function sendThrough(settings: StoredMailSettings, secrets: Secrets, message: Message): Promise<void> {
  const { host, port, encryption, username, sealedPassword } = settings
  // Loaded with the first mail: most servers never send one.
  const { createTransport } = await import("nodemailer")
  const transport = createTransport({
    host,
    port,
    secure: encryption === "tls",
    // Without this a server, or whoever stands in between, could talk us into sending the password in clear.
    requireTLS: encryption === "starttls",
    ignoreTLS: encryption === "none",
    ...(username
      ? { auth: { user: username, pass: sealedPassword ? secrets.open(sealedPassword, MAIL_PASSWORD) : "" } }
      : {}),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    const { to, subject, text, thread } = message
    const domain = settings.fromAddress.split("@").at(-1)
    const idOf = (name: string) => `<${name}@${domain}>`
    await transport.sendMail({
      from: { name: settings.fromName, address: settings.fromAddress },
      // As parts, never as a header line: an address must not be read as several.
      to: { name: "", address: to },
      // What nobody sees, or what turns a line around, is read as what it is.
      subject: spellHidden(subject),
      text: spellHidden(text),
      ...(thread && {
        messageId: idOf(thread.id),
        references: thread.follows.map(idOf),
        ...(thread.follows.length > 0 && { inReplyTo: idOf(thread.follows.at(-1)!) }),
        // RFC 3834: nobody's absence notice answers it.
        headers: { "Auto-Submitted": "auto-generated" },
      }),
    })
  } finally {
    transport.close()
  }
}

interface SmtpError extends Error {
  code?: string
  responseCode?: number
  response?: string
}

/** A 5xx about this message or its address. A refused login is mended under Settings and may work the next time. */
function isPermanent({ code, responseCode = 0 }: SmtpError): boolean {
  return code !== "EAUTH" && code !== "ETLS" && responseCode >= 500
}

function explain({ host, port, encryption }: StoredMailSettings, error: SmtpError): string {
  const server = `The mail server ${host}:${port}`
  if (error.code === "EAUTH")
    return `${server} did not accept the user name and password (${error.response ?? error.message}). Check both under Settings, Mail.`
  if (error.code === "ETLS" || /STARTTLS|certificate|SSL|TLS/i.test(error.message))
    return `${server} could not agree on encryption "${encryption}" (${error.message}). Check the port and the encryption under Settings, Mail.`
  if (error.response) return `${server} refused the message: ${error.response}.`
  return `${server} could not be reached (${error.message}). Check host and port under Settings, Mail.`
}
