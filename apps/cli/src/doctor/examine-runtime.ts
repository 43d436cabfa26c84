import { freemem } from "node:os"
import type { Finding } from "./examine.ts"

// The server rests at about 110 MB and its database below 60 MB; this leaves room for work.
const COMFORTABLE_MB = 512

export function examineRuntime(): Finding[] {
  const major = Number(process.versions.node.split(".")[0])
  const freeMb = Math.round(freemem() / 1024 / 1024)
  return [
    major >= 24
      ? { state: "good", subject: "Node", says: `version ${process.versions.node}.` }
      : {
          state: "bad",
          subject: "Node",
          says: `version ${process.versions.node} is too old.`,
          remedy: "Run through npm, which brings Node 24, or install Node 24.",
        },
    freeMb >= COMFORTABLE_MB
      ? { state: "good", subject: "Memory", says: `${freeMb} MB free.` }
      : {
          state: "doubtful",
          subject: "Memory",
          says: `only ${freeMb} MB free.`,
          remedy: `Countersign is comfortable with ${COMFORTABLE_MB} MB or more.`,
        },
  ]
}
