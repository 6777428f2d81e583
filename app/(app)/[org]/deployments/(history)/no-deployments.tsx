import { organizationSection } from '@/app/organization-page'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Snippet } from '@/components/ui/snippet'
import type { Member } from '@/lib/accounts/auth/require-member'
import { atLeast } from '@/lib/accounts/members/roles'
import { baseUrl } from '@/lib/core/base-url'
import { findExample } from '@/lib/deployments/find-example'
import { curl } from '@/lib/deployments/snippets/curl'

/** Nothing was ever posted: how the first deployment gets here. */
export const NoDeployments = organizationSection(readNoDeployments)

async function readNoDeployments({ organization, role }: Pick<Member, 'organization' | 'role'>) {
  const { service } = await findExample(organization.id)
  const { text, file } = curl({ baseUrl: baseUrl(), service })
  return (
    <EmptyState title="No deployment yet">
      <p>
        A pipeline reports each deployment with one request.{' '}
        {atLeast(role, 'manager') ? 'Generate an API key' : 'Get an API key from an owner or a manager'}, put it into
        this command and run it in a clone of what you deploy: it appears here at once.
      </p>
      {atLeast(role, 'manager') && (
        <ButtonLink href={`/${organization.slug}/settings/deployments`} look="primary">
          Generate API key
        </ButtonLink>
      )}
      <div className="w-full min-w-0 text-ink">
        <Snippet label={file} text={text} />
      </div>
      <p>
        <a
          className="underline underline-offset-4 hover:text-ink"
          href={`/${organization.slug}/settings/deployments#send`}
        >
          How GitHub Actions, GitLab, Jenkins and others send it
        </a>
      </p>
    </EmptyState>
  )
}
