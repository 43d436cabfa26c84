import type { Message } from "./mail.ts"

/** Plain text only: a mail that asks for a click should show where the click leads. */
export function invitationMail(mail: { to: string; invitedBy: string | null; url: string; expiresAt: Date }): Message {
  const inviter = oneLine(mail.invitedBy ?? "An administrator")
  return {
    to: mail.to,
    subject: `${inviter} invites you to Countersign`,
    text: [
      `${inviter} invites you to Countersign, where your team runs its services.`,
      "",
      "Open this link to choose a name and a password:",
      "",
      mail.url,
      "",
      `It works once and until ${inUtc(mail.expiresAt)}. If you did not expect it, you can ignore this message.`,
    ].join("\n"),
  }
}

export function passwordResetMail(mail: { to: string; url: string; expiresAt: Date }): Message {
  return {
    to: mail.to,
    subject: "Choose a new password for Countersign",
    text: [
      "Somebody, probably you, asked for a new password for your Countersign account.",
      "",
      "Open this link to choose one:",
      "",
      mail.url,
      "",
      `It works once and until ${inUtc(mail.expiresAt)}. If it was not you, ignore this message: your password stays as it is.`,
    ].join("\n"),
  }
}

export function emailChangeMail(mail: { to: string; url: string; expiresAt: Date }): Message {
  return {
    to: mail.to,
    subject: "Confirm your new address for Countersign",
    text: [
      "Somebody, probably you, wants to sign in to Countersign with this address from now on.",
      "",
      "Open this link to confirm it:",
      "",
      mail.url,
      "",
      `It works once and until ${inUtc(mail.expiresAt)}. If it was not you, ignore this message: nothing changes.`,
    ].join("\n"),
  }
}

export function emailChangeNotice(mail: { to: string; email: string }): Message {
  return {
    to: mail.to,
    subject: "Another address was asked for on your Countersign account",
    text: [
      `Somebody, probably you, asked to change the address of your Countersign account to ${mail.email}.`,
      "",
      "It changes when the link that was mailed there is opened, within an hour.",
      "",
      "If it was not you, sign in and change your password now, or tell an administrator: either makes the link worthless.",
    ].join("\n"),
  }
}

export function testMail(to: string): Message {
  return {
    to,
    subject: "Countersign can send mail",
    text: "This is the test message you asked for. Invitations and password resets go out the same way.",
  }
}

/** A name reaches the subject line, where a line break would begin another header. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim()
}

function inUtc(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`
}
