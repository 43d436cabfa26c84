import type { ImportFormat } from "../../contract.ts"

export const EXAMPLES: Record<ImportFormat, string> = {
  csv: `name,description,groups,environments,tags,contacts,links,metadata.tier
Web shop,What customers see,Storefront,Production; Staging,web,On call=person:Mira Okafor; Desk=desk@example.com,Runbook=https://wiki.example.com/shop,1
Checkout,Turns a basket into an order,Storefront; Payments,Production,api,,,1
`,
  yaml: `groups:
  - name: Storefront
    description: What customers see and touch.
environments:
  - name: Production
    fields:
      baseUrl: https://shop.example.com
systems:
  - name: Web shop
    description: What customers see
    groups: [Storefront]
    environments: [Production]
    tags: [web]
    contacts:
      - kind: mailbox
        label: Desk
        value: desk@example.com
    links:
      - label: Runbook
        url: https://wiki.example.com/shop
    metadata:
      tier: 1
`,
}
