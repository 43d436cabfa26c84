import { AllowListText, cardWords, defineSettings } from "@countersign/core/contract"
import { z } from "zod"

export const checkSettings = defineSettings(
  "healthcheck",
  "Health checks",
  z.object({
    allowPrivate: cardWords(AllowListText.default(""), {
      label: "Private addresses that checks may call",
    }).describe(
      "Ranges, addresses and hosts, separated by commas: 10.0.0.0/8, db.internal:5432, *.corp.example. Metadata and link-local addresses are never called.",
    ),
    rawDays: cardWords(z.int().min(1).max(90).default(7), { label: "Single runs are kept for (days)" }).describe(
      "Charts of older days show hours.",
    ),
    hourlyDays: cardWords(z.int().min(7).max(730).default(90), { label: "Hours are kept for (days)" }).describe(
      "Charts of older days show whole days.",
    ),
    dailyDays: cardWords(z.int().min(30).max(3_650).default(730), { label: "Days are kept for (days)" }).describe(
      "What is older is forgotten.",
    ),
    concurrency: cardWords(z.int().min(1).max(500).default(100), { label: "Checks at once on each server" }).describe(
      "Others wait for their turn.",
    ),
    perHost: cardWords(z.int().min(1).max(50).default(6), { label: "Checks at once of one host" }).describe(
      "So that a host with many checks is not flooded.",
    ),
  }),
)
