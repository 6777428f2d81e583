import type { Metadata } from 'next'
import { organizationPage } from '@/app/organization-page'
import { AnnotationForm } from '@/components/calendar/annotation-form'
import { ButtonForm } from '@/components/ui/button-form'
import { EmptyState } from '@/components/ui/empty-state'
import { NumberedPager } from '@/components/ui/numbered-pager'
import { Section } from '@/components/ui/section'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { atLeast } from '@/lib/accounts/members/roles'
import { pageOfRows } from '@/lib/core/page-number'
import { pageOf, toSearchParams } from '@/lib/http/search-params'
import { listAnnotations } from '@/lib/insights/annotations'
import { annotationSubject } from '@/lib/insights/charts/annotation'
import { listFilterChoices } from '@/lib/insights/reports/filter-choices'
import { daysText } from '@/lib/insights/reports/wording'
import { addAnnotation, forgetAnnotation, saveAnnotation } from './actions'

export const metadata: Metadata = { title: 'Calendar' }

type Query = Record<string, string | string[] | undefined>
type Props = { params: Promise<{ org: string }>; searchParams: Promise<Query> }

export default organizationPage(CalendarSettingsPage)

async function CalendarSettingsPage({ params, searchParams }: Props) {
  const { organization, role } = await pageMember(params)
  const { id, slug, timeZone } = organization
  const mayManage = atLeast(role, 'manager')
  const {
    rows: annotations,
    page,
    pages,
  } = pageOfRows(await listAnnotations(id), pageOf(toSearchParams(await searchParams)))
  const { services, teams, teamsLeftOut } = await listFilterChoices(id)
  const form = { organization: slug, services, teams, teamsLeftOut }
  return (
    <Section
      id="annotations"
      lead={`Freezes, launches and incidents, by days in ${timeZone}. The trend of every metric shows them.`}
      title="Annotations"
    >
      {annotations.length === 0 ? (
        <EmptyState title="No annotation yet">
          <p>
            {mayManage
              ? 'Add, for example, the freeze at the end of the year, so that charts say why fewer deployments went out.'
              : 'An owner or a manager can add one.'}
          </p>
        </EmptyState>
      ) : (
        <ul className="flex flex-col">
          {annotations.map((annotation) => (
            <li
              className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 border-t border-line py-3 text-sm leading-relaxed first:border-t-0 first:pt-0"
              key={annotation.id}
            >
              <div className="min-w-0">
                <h3 className="font-medium wrap-anywhere">{annotationSubject(annotation)}</h3>
                <p className="text-muted">{daysText(annotation.firstDay, annotation.lastDay)}</p>
              </div>
              {mayManage && (
                <div className="flex gap-2">
                  <AnnotationForm action={saveAnnotation} annotation={annotation} {...form} />
                  <ButtonForm
                    action={forgetAnnotation}
                    busy="Removing…"
                    hidden={{ organization: slug, annotationId: annotation.id }}
                    look="quiet"
                  >
                    Remove<span className="sr-only"> {annotationSubject(annotation)}</span>
                  </ButtonForm>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <NumberedPager
        after="Earlier"
        before="Later"
        page={page}
        pages={pages}
        to={(number) => `/${slug}/settings/calendar?page=${number}`}
      />
      {mayManage && (
        <div>
          <AnnotationForm action={addAnnotation} annotation={null} {...form} />
        </div>
      )}
    </Section>
  )
}
