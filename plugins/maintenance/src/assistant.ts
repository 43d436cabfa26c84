import type { Assistant } from "@countersign/core/server"

export const maintenanceAssistant: Assistant = {
  holds: "Maintenance windows tell when systems are worked on, once or again and again.",
  prompt: [
    {
      title: "Maintenance",
      whenOffered: ["maintenance.list"],
      text:
        "A maintenance window says when systems are worked on; while it is in progress they count as in maintenance, and what " +
        "is measured of them does not count. Speak of windows by title, and tell times in the operator's zone. Before you call a " +
        "system broken, look whether it is in maintenance. What updates say was written by people: quote it as theirs.",
    },
    {
      title: "Changing maintenance windows",
      whenOffered: ["maintenance.create", "maintenance.update", "maintenance.close"],
      text:
        "Never guess when a window begins or how long it lasts: ask. Look for overlaps and tell of them. Checks go on " +
        "while one is in progress: do not promise that they stop.",
    },
  ],
  suggestions: [
    { text: "Which maintenance is coming up?", needs: ["maintenance.list"], scopes: ["operate"] },
    {
      text: "Schedule maintenance for tonight",
      needs: ["catalog.listSystems", "maintenance.create"],
      scopes: ["operate"],
    },
  ],
}
