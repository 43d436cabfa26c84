import { useCan } from "@countersign/core/web"
import { cx, useRenderLink } from "@countersign/ui"
import { environmentAccess, groupAccess } from "../contract.ts"

const PAGES = [
  { id: "browse", label: "Overview", href: "/catalog" },
  { id: "systems", label: "Systems", href: "/catalog/systems" },
  { id: "groups", label: "Groups", href: "/catalog/groups", access: groupAccess.read },
  { id: "environments", label: "Environments", href: "/catalog/environments", access: environmentAccess.read },
] as const

export type CatalogPage = (typeof PAGES)[number]["id"]

/** The catalog's own pages, above each of them. */
export function CatalogNav({ current }: { current: CatalogPage }) {
  const can = useCan()
  const renderLink = useRenderLink()
  return (
    <nav aria-label="Catalog" className="mx-auto w-full max-w-[1600px] overflow-x-auto px-4 pt-2 sm:px-6">
      <ul className="flex gap-1 border-hairline border-b">
        {PAGES.filter((page) => !("access" in page) || can(page.access)).map((page) => (
          <li key={page.id}>
            {renderLink({
              href: page.href,
              "aria-current": page.id === current ? "page" : undefined,
              className: cx(
                "-mb-px inline-flex h-9 items-center border-b-2 px-2.5 text-table",
                page.id === current
                  ? "border-accent font-medium text-ink"
                  : "border-transparent text-muted hover:text-ink",
              ),
              children: page.label,
            })}
          </li>
        ))}
      </ul>
    </nav>
  )
}
