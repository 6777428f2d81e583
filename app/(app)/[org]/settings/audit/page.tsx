import type { Metadata } from 'next'
import { organizationPage } from '@/app/organization-page'
import { AuditFilter } from '@/components/audit/audit-filter'
import { AuditLog } from '@/components/audit/audit-log'
import { EmptyState } from '@/components/ui/empty-state'
import { Pager } from '@/components/ui/pager'
import { Section } from '@/components/ui/section'
import { listAuditFilterValues } from '@/lib/accounts/audit/filter-values'
import { listAudit } from '@/lib/accounts/audit/list'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { atLeast } from '@/lib/accounts/members/roles'
import { toSearchParams } from '@/lib/http/search-params'

export const metadata: Metadata = { title: 'Audit log' }

const pageSize = 50
const names = ['action', 'person', 'text', 'before'] as const

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string }>; searchParams: Promise<Query> }

export default organizationPage(AuditPage)

async function AuditPage({ params, searchParams }: Props) {
  const { organization, role } = await pageMember(params)
  if (!atLeast(role, 'manager')) return <NotForMembers />
  const query = toSearchParams(await searchParams)
  const [action = '', person = '', text = '', before = ''] = names.map((name) => query.get(name) ?? '')
  const { id, slug, timeZone } = organization
  const filter = { action, person, text }
  const cursor = /^\d{1,18}$/.test(before) ? before : null
  const { rows: entries, nextCursor } = await listAudit(id, filter, cursor, pageSize)
  const values = await listAuditFilterValues(id)
  const path = `/${slug}/settings/audit`
  const given = Object.entries(filter).filter(([, value]) => value !== '')
  const to = (changes: Record<string, string>) =>
    `${path}?${new URLSearchParams({ ...Object.fromEntries(given), ...changes })}`
  return (
    <Section
      id="audit"
      lead={`Who changed what: keys, members, settings, repositories and corrections. Kept for good. Times in ${timeZone}.`}
      title="Audit log"
    >
      <AuditFilter {...filter} path={path} values={values} />
      {entries.length > 0 ? (
        <AuditLog entries={entries} now={new Date()} organization={slug} timeZone={timeZone} />
      ) : (
        <Nothing filtered={given.length > 0 || cursor !== null} more={nextCursor !== null} />
      )}
      <Pager latest={cursor && to({})} older={nextCursor && to({ before: nextCursor })} scroll={false} />
    </Section>
  )
}

function NotForMembers() {
  return (
    <EmptyState title="For owners and managers">
      <p>They see here who changed what. Ask one of them if you need to know.</p>
    </EmptyState>
  )
}

function Nothing({ filtered, more }: { filtered: boolean; more: boolean }) {
  if (more) {
    return (
      <EmptyState title="No such change so far back">
        <p>None of the entries that were looked through has this text. Older ones are on the next page.</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={filtered ? 'No such change' : 'No change yet'}>
      <p>
        {filtered
          ? 'Nothing that was changed fits. Leave one of the filters out.'
          : 'Every change to a key, member, setting or correction is listed here from now on.'}
      </p>
    </EmptyState>
  )
}
