import { organizationSection } from '@/app/organization-page'
import { Snippet } from '@/components/settings/snippet'
import { SnippetTabs } from '@/components/settings/snippet-tabs'
import { Section } from '@/components/ui/section'
import type { Organization } from '@/lib/accounts/organizations/find'
import { baseUrl } from '@/lib/core/base-url'
import { findExample } from '@/lib/deployments/find-example'
import { listSnippets } from '@/lib/deployments/snippets/list'

export const SendSection = organizationSection(readSendSection)

async function readSendSection({ organization }: { organization: Organization }) {
  const { service } = await findExample(organization.id)
  const snippets = listSnippets({ url: `${baseUrl()}/api/webhooks/deployments`, service })
  const tabs = snippets.map(({ id, title, file, note, text }) => ({
    id,
    title,
    panel: (
      <div className="flex flex-col gap-4">
        <p className="max-w-2xl text-sm leading-relaxed text-muted">{note}</p>
        <Snippet label={file} text={text} />
      </div>
    ),
  }))
  return (
    <Section
      id="send"
      lead="What each pipeline needs, with the address of this installation filled in. They report successes and failures, and fail with the reason when an event is refused."
      title="How to send"
    >
      <SnippetTabs label="CI system" tabs={tabs} />
    </Section>
  )
}
