import { organizationSection } from '@/app/organization-page'
import { SnippetChoice } from '@/components/settings/snippet-choice'
import { Section } from '@/components/ui/section'
import type { Organization } from '@/lib/accounts/organizations/find'
import { baseUrl } from '@/lib/core/base-url'
import { findExample } from '@/lib/deployments/find-example'
import { listSnippets } from '@/lib/deployments/snippets/list'

export const SendSection = organizationSection(readSendSection)

async function readSendSection({ organization }: { organization: Organization }) {
  const { service } = await findExample(organization.id)
  const snippets = listSnippets({ url: `${baseUrl()}/api/webhooks/deployments`, service })
  return (
    <Section
      id="send"
      lead="What each pipeline needs, with the address of this installation filled in. They report successes and failures, and fail with the reason when an event is refused."
      title="How to send"
    >
      <SnippetChoice label="CI system" snippets={snippets} />
    </Section>
  )
}
