export const CONNECTION_CRUMBS = [
  { label: "Settings", href: "/settings" },
  { label: "AI connections", href: "/settings/ai/connections" },
]
