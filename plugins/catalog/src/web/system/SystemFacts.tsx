import { Badge, KeyValue, Panel, TextLink, Time, useRenderLink } from "@countersign/ui"
import type { Contact, SystemDetail } from "../../contract.ts"

export function SystemFacts({ system }: { system: SystemDetail }) {
  return (
    <>
      <Panel title="Who to call">
        {system.contacts.length === 0 ? (
          <Nothing>Nobody is named yet.</Nothing>
        ) : (
          <dl className="text-table">
            {system.contacts.map((contact) => (
              <div
                key={`${contact.kind} ${contact.label} ${contact.value}`}
                className="grid grid-cols-[112px_minmax(0,1fr)] gap-3 border-hairline border-b py-1.5 last:border-b-0"
              >
                <dt className="min-w-0 break-words text-muted">{contact.label}</dt>
                <dd className="min-w-0 break-words">
                  <ContactValue contact={contact} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Panel>
      <Panel title="Links">
        {system.links.length === 0 ? (
          <Nothing>None yet.</Nothing>
        ) : (
          <ul className="flex flex-col gap-1 text-table">
            {system.links.map(({ label, url }) => (
              <li key={`${label} ${url}`} className="min-w-0 break-words">
                <TextLink href={url} external>
                  {label}
                </TextLink>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      {Object.keys(system.metadata).length > 0 && (
        <Panel title="Metadata">
          <KeyValue facts={Object.entries(system.metadata).map(([label, value]) => ({ label, value }))} />
        </Panel>
      )}
      <Panel title="Facts">
        <KeyValue
          facts={[
            { label: "Owner team", value: system.ownerTeam?.name },
            { label: "Environments", value: system.environments.map(({ name }) => name).join(", ") },
            { label: "Tags", value: system.tags.length > 0 && <TagLinks tags={system.tags} /> },
            { label: "Added", value: <Time instant={system.createdAt} /> },
            { label: "Changed", value: <Time instant={system.updatedAt} /> },
            { label: "Id", value: system.id, mono: true },
          ].map((fact) => ({ ...fact, value: fact.value || null }))}
        />
      </Panel>
    </>
  )
}

/** An address can be written to at once. */
function ContactValue({ contact: { value, display } }: { contact: Contact }) {
  if (/^[^\s@]+@[^\s@]+$/.test(value)) return <TextLink href={`mailto:${value}`}>{value}</TextLink>
  if (/^\+?[\d\s()/-]{6,}$/.test(value))
    return <TextLink href={`tel:${value.replace(/[^\d+]/g, "")}`}>{value}</TextLink>
  return display
}

function TagLinks({ tags }: { tags: readonly string[] }) {
  const renderLink = useRenderLink()
  return (
    <span className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <span key={tag}>
          {renderLink({
            href: `/catalog/systems?tag=${encodeURIComponent(tag)}`,
            className: "rounded-sm hover:underline",
            children: <Badge>{tag}</Badge>,
          })}
        </span>
      ))}
    </span>
  )
}

function Nothing({ children }: { children: string }) {
  return <p className="text-muted text-table">{children}</p>
}
