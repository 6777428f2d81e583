import { organizationSection } from '@/app/organization-page'
import { ModelWords } from '@/components/summaries/model-words'
import { LiveUpdate } from '@/components/ui/live-update'
import type { Organization } from '@/lib/accounts/organizations/find'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { modelEndpoint } from '@/lib/summaries/endpoint'
import { findSummary, versionOfSummary } from '@/lib/summaries/find'
import type { SummarySubject } from '@/lib/summaries/subject'
import { askForWords } from './actions'

type Props = { organization: Organization; subject: SummarySubject; digest: string; now: Date }

/**
 * What a model wrote about the numbers that `digest` stands for, and the way to ask for it. It reads what is stored and
 * never calls the model; nothing where none is configured, or the plan does not include it.
 */
export const WordsFromModel = organizationSection(readWordsFromModel)

async function readWordsFromModel({ organization, subject, digest, now }: Props) {
  if (!modelEndpoint() || !mayUse(organization, 'summaries', now)) return null
  const summary = await findSummary(organization.id, subject)
  const { slug, timeZone } = organization
  const query = new URLSearchParams({ kind: subject.kind, subject: subject.text })
  return (
    <>
      <ModelWords
        action={askForWords}
        isStale={summary?.state === 'written' && summary.digest !== digest}
        now={now}
        organization={slug}
        subject={subject}
        summary={summary}
        timeZone={timeZone}
      />
      {summary?.state === 'queued' && (
        <LiveUpdate href={`/${slug}/summaries/version?${query}`} version={versionOfSummary(summary)} />
      )}
    </>
  )
}
