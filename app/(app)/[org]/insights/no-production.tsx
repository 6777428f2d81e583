import { organizationSection } from '@/app/organization-page'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Snippet } from '@/components/ui/snippet'
import type { Member } from '@/lib/accounts/auth/require-member'
import { atLeast } from '@/lib/accounts/members/roles'
import { baseUrl } from '@/lib/core/base-url'
import { findExample } from '@/lib/deployments/find-example'
import { curl } from '@/lib/deployments/snippets/curl'

/** No deployment to production was ever recorded: how the first one gets here. */
export const NoProduction = organizationSection(readNoProduction)

async function readNoProduction({ organization, role }: Pick<Member, 'organization' | 'role'>) {
  const { service } = await findExample(organization.id)
  const { text, file } = curl({ baseUrl: baseUrl(), service })
  const settings = `/${organization.slug}/settings/deployments`
  return (
    <EmptyState title="No deployment to production yet">
      <p>
        Every number on this page is made of deployments to {organization.productionNames.join(', ')}. A pipeline
        reports each with one request.{' '}
        {atLeast(role, 'manager') ? 'Generate an API key' : 'Get an API key from an owner or a manager'}, put it into
        this command and run it in a clone of what you deploy.
      </p>
      {atLeast(role, 'manager') && (
        <ButtonLink href={settings} look="primary">
          Generate API key
        </ButtonLink>
      )}
      <div className="w-full min-w-0 text-ink">
        <Snippet label={file} text={text} />
      </div>
      <p>
        Is production called something else?{' '}
        <a className="underline underline-offset-4 hover:text-ink" href={settings}>
          Say how under Settings &gt; Deployments
        </a>
        .
      </p>
    </EmptyState>
  )
}
