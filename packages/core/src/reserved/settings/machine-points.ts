import { freemem } from "node:os"
import type { DoctorPoint } from "../../access/points/doctor.ts"

// The server rests at about 110 MB and its database below 60 MB; this leaves room for work.
const COMFORTABLE_MB = 512

export const machinePoints: readonly DoctorPoint[] = [
  {
    title: "Node",
    async run() {
      const { node } = process.versions
      if (Number(node.split(".")[0]) >= 24) return { state: "good", says: `version ${node}.` }
      return {
        state: "bad",
        says: `version ${node} is too old.`,
        remedy: "Run through npm, which brings Node 24, or install Node 24.",
      }
    },
  },
  {
    title: "Memory",
    async run() {
      const freeMb = Math.round(freemem() / 1024 / 1024)
      if (freeMb >= COMFORTABLE_MB) return { state: "good", says: `${freeMb} MB free.` }
      return {
        state: "doubtful",
        says: `only ${freeMb} MB free.`,
        remedy: `Countersign is comfortable with ${COMFORTABLE_MB} MB or more.`,
      }
    },
  },
]
