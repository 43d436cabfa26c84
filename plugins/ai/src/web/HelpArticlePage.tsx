import { useCall } from "@countersign/core/web"
import { LazyMarkdown, Notice, Skeleton, TextLink, ThingPage } from "@countersign/ui"
import { useNavigate, useParams } from "@tanstack/react-router"
import { aiContract } from "../contract.ts"
import { SECTION_TITLES } from "./section-titles.ts"

export default function HelpArticlePage() {
  const { _splat: slug = "" } = useParams({ strict: false }) as { _splat?: string }
  const { data, error } = useCall(aiContract.getDoc, { slug })
  const navigate = useNavigate()
  const breadcrumbs = [{ label: "Help", href: "/help" }]
  if (error)
    return (
      <ThingPage breadcrumbs={breadcrumbs} title="There is no such page">
        <Notice tone="error" action={<TextLink href="/help">See all pages</TextLink>}>
          {error.message}
        </Notice>
      </ThingPage>
    )
  if (!data) return <Skeleton lines={12} label="Loading the page" />
  return (
    <ThingPage breadcrumbs={breadcrumbs} title={data.title} meta={SECTION_TITLES[data.section] ?? data.section}>
      <div className="max-w-prose">
        <LazyMarkdown headingLevel={2} anchors onNavigate={(href) => navigate(addressOf(href))}>
          {data.content}
        </LazyMarkdown>
        {data.truncated && <Notice>This page is longer than what is shown here.</Notice>}
      </div>
    </ThingPage>
  )
}

function addressOf(href: string): { to: string; hash: string } {
  const { pathname, hash } = new URL(href, location.href)
  return { to: pathname, hash: hash.slice(1) }
}
