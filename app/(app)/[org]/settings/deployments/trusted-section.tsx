import { organizationSection } from '@/app/organization-page'
import { AddTrust } from '@/components/settings/add-trust'
import { RevokeTrust } from '@/components/settings/revoke-trust'
import { SnippetChoice } from '@/components/settings/snippet-choice'
import { TrustedPipelinesTable } from '@/components/settings/trusted-pipelines-table'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { NumberedPager } from '@/components/ui/numbered-pager'
import { Section } from '@/components/ui/section'
import type { Organization } from '@/lib/accounts/organizations/find'
import { audienceOf } from '@/lib/accounts/trusted-pipelines/audience'
import { readTrusts } from '@/lib/accounts/trusted-pipelines/list'
import { baseUrl } from '@/lib/core/base-url'
import { findExample } from '@/lib/deployments/find-example'
import { listTokenSnippets } from '@/lib/deployments/snippets/with-token'
import { addTrust, revokeTrust } from './actions'

type Props = { organization: Organization; mayManage: boolean; now: Date; page: number }

export const TrustedSection = organizationSection(readTrustedSection)

async function readTrustedSection({ organization, mayManage, now, page: requested }: Props) {
  const { rows: trusts, page, pages } = await readTrusts(organization.id, requested)
  const { slug, timeZone } = organization
  const { service } = await findExample(organization.id)
  const audience = audienceOf(slug)
  return (
    <Section
      actions={mayManage && <AddTrust action={addTrust} organization={slug} />}
      id="trusted"
      lead="GitHub Actions and GitLab CI can post without a key: each job sends a short-lived token that its host signs (OpenID Connect). There is no secret to store or to leak."
      title="Trusted pipelines"
    >
      {trusts.length === 0 ? (
        <EmptyState title="No trusted pipeline yet">
          <p>
            {mayManage
              ? 'Add the repository of a pipeline, and the lines to paste appear here.'
              : 'An owner or a manager can add one.'}
          </p>
        </EmptyState>
      ) : (
        <>
          <TrustedPipelinesTable
            now={now}
            revoke={({ id, repository }) =>
              mayManage && <RevokeTrust action={revokeTrust} organization={slug} trust={{ id, repository }} />
            }
            timeZone={timeZone}
            trusts={trusts}
          />
          <NumberedPager
            after="Next"
            before="Previous"
            page={page}
            pages={pages}
            to={(number) => `/${slug}/settings/deployments?trusted=${number}#trusted`}
          />
          <div className="flex flex-col items-start gap-2">
            <p className="text-sm text-muted">
              Audience of the tokens: it makes them valid for this organization alone
            </p>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <code className="font-mono text-[0.8125rem] break-all">{audience}</code>
              <CopyButton label="Copy audience" text={audience} />
            </div>
          </div>
          <SnippetChoice
            label="Trusted pipelines"
            snippets={listTokenSnippets({ baseUrl: baseUrl(), service, audience })}
          />
        </>
      )}
    </Section>
  )
}
