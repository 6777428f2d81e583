import { organizationSection } from '@/app/organization-page'
import { RecentEvents } from '@/components/settings/recent-events'
import { RecentEventsFilter } from '@/components/settings/recent-events-filter'
import { EmptyState } from '@/components/ui/empty-state'
import { Notice } from '@/components/ui/notice'
import { Pager } from '@/components/ui/pager'
import { Section } from '@/components/ui/section'
import type { Organization } from '@/lib/accounts/organizations/find'
import { env } from '@/lib/core/env'
import { plural } from '@/lib/core/format'
import { listWebhookRequests } from '@/lib/deployments/request-log/list'
import { inTime } from '@/lib/http/in-time'

const pageSize = 10

type Props = { organization: Organization; refusedOnly: boolean; text: string; before: string | null; now: Date }

export const EventsSection = organizationSection(readEventsSection)

async function readEventsSection({ organization, refusedOnly, text, before, now }: Props) {
  const { id, slug, timeZone } = organization
  const path = `/${slug}/settings/deployments`
  const filter = { ...(refusedOnly && { events: 'refused' }), ...(text && { text }) }
  const found = await inTime(listWebhookRequests(id, { refusedOnly, text }, before, pageSize))
  const filtered = refusedOnly || text !== ''
  const older = found?.nextCursor
  const to = (changes: Record<string, string>) => `${path}?${new URLSearchParams({ ...filter, ...changes })}`
  return (
    <Section
      id="events"
      lead={`Every event posted in the last ${plural(env().REQUEST_LOG_DAYS, 'day')} with a key of this organization, or by its trusted pipelines, accepted or refused. Times in ${timeZone}.`}
      title="Recent events"
    >
      <RecentEventsFilter path={path} refusedOnly={refusedOnly} text={text} />
      {found === null && (
        <Notice kind="refused">Reading them took too long and was stopped. Reload the page, or find a whole id.</Notice>
      )}
      {found && found.rows.length > 0 && (
        <RecentEvents now={now} organization={slug} rows={found.rows} timeZone={timeZone} />
      )}
      {found?.rows.length === 0 && (
        <EmptyState title={filtered || before ? 'No such request' : 'No request yet'}>
          <p>
            {filtered || before
              ? 'No request of these days fits.'
              : 'As soon as a pipeline posts with one of the keys of this page, or a trusted pipeline posts, its request is listed here, also when it is refused.'}
          </p>
        </EmptyState>
      )}
      <Pager latest={before && to({})} older={older ? to({ before: older }) : null} scroll={false} />
      <p className="max-w-2xl text-sm leading-relaxed text-muted">
        A request with an unknown or malformed key, or with a token for another audience or of an issuer that is not
        trusted, belongs to no organization, so it is not listed: its sender got 401. Compare the end of the key that a
        pipeline uses with the keys below:{' '}
        <code className="font-mono text-[0.8125rem] text-ink">printf %s "$LEADLINE_API_KEY" | tail -c 4</code>
      </p>
    </Section>
  )
}
