import { mayOpen, useMe, useRegistry } from "@countersign/core/web"
import { SettingsPage, TextLink } from "@countersign/ui"

export default function SettingsIndexPage() {
  const me = useMe()
  const items = useRegistry().settings.filter((item) => mayOpen(me, item.access))
  return (
    <SettingsPage title="Settings" description="What holds for everyone here. Your own settings are under Account.">
      <ul className="divide-y divide-hairline">
        {items.map((item) => (
          <li key={item.path} className="relative flex items-start gap-3 px-1 py-3 hover:bg-hover">
            <span aria-hidden className="mt-0.5 inline-flex text-muted [&>svg]:size-4">
              <item.icon aria-hidden />
            </span>
            <span className="min-w-0">
              <TextLink href={item.path} className="font-medium after:absolute after:inset-0">
                {item.label}
              </TextLink>
              <span className="block text-muted">{item.sentence}</span>
            </span>
          </li>
        ))}
      </ul>
    </SettingsPage>
  )
}
