import type { ToolPolicy } from "@countersign/core/contract"
import type { BadgeTone } from "@countersign/ui"

export const EFFECT_WORDS = { read: "Reads", mutate: "Changes", destructive: "Destroys" } as const
export const EFFECT_TONES: Record<keyof typeof EFFECT_WORDS, BadgeTone> = {
  read: "neutral",
  mutate: "accent",
  destructive: "unhealthy",
}

/** What each demand means, strictest last. */
export const DEMANDS: readonly { name: keyof ToolPolicy; label: string; hint: string }[] = [
  {
    name: "twoPerson",
    label: "Two people",
    hint: "Somebody other than the one who asked has to sign, also for what would run by itself.",
  },
  {
    name: "forbidAuto",
    label: "Never by itself",
    hint: "A conversation that applies by itself asks for a signature all the same.",
  },
  { name: "off", label: "Off", hint: "Nobody is offered it, and calls are refused." },
]

export function demandsOf(policy: ToolPolicy): string[] {
  return DEMANDS.filter(({ name }) => policy[name]).map(({ label }) => label)
}
