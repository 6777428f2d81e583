import { organizationSection } from '@/app/organization-page'
import { ApiKeysTable } from '@/components/settings/api-keys-table'
import { GenerateKey } from '@/components/settings/generate-key'
import { RevokeKey } from '@/components/settings/revoke-key'
import { EmptyState } from '@/components/ui/empty-state'
import { NumberedPager } from '@/components/ui/numbered-pager'
import { Section } from '@/components/ui/section'
import { readApiKeys } from '@/lib/accounts/api-keys/list'
import type { Organization } from '@/lib/accounts/organizations/find'
import { generateKey, revokeKey } from './actions'

type Props = { organization: Organization; mayManage: boolean; now: Date; page: number }

export const KeysSection = organizationSection(readKeysSection)

async function readKeysSection({ organization, mayManage, now, page: requested }: Props) {
  const { rows: keys, page, pages } = await readApiKeys(organization.id, requested)
  const { slug, timeZone } = organization
  return (
    <Section
      actions={mayManage && <GenerateKey action={generateKey} organization={slug} />}
      id="keys"
      lead="Pipelines post their deployments with a key, other programs check with one whether a change is live. A key does one of the two; it is shown once, and works until it is revoked."
      title="API keys"
    >
      {keys.length === 0 ? (
        <EmptyState title="No key yet">
          <p>
            {mayManage
              ? 'Generate one and post the first deployment with the command that comes with it.'
              : 'An owner or a manager can generate one.'}
          </p>
        </EmptyState>
      ) : (
        <ApiKeysTable
          keys={keys}
          now={now}
          revoke={({ id, name, display, scope }) =>
            mayManage && <RevokeKey action={revokeKey} apiKey={{ id, name, display, scope }} organization={slug} />
          }
          timeZone={timeZone}
        />
      )}
      <NumberedPager
        after="Next"
        before="Previous"
        page={page}
        pages={pages}
        to={(number) => `/${slug}/settings/deployments?keys=${number}#keys`}
      />
    </Section>
  )
}
