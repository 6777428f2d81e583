import type { Metadata } from 'next'
import { organizationPage } from '@/app/organization-page'
import { GoalForm } from '@/components/goals/goal-form'
import { ButtonForm } from '@/components/ui/button-form'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Section } from '@/components/ui/section'
import { pageMember } from '@/lib/accounts/auth/page-member'
import { atLeast } from '@/lib/accounts/members/roles'
import { enteredValue, goalMetrics, goalSubject, listGoals } from '@/lib/insights/goals'
import { enteredUnits } from '@/lib/insights/metrics/entered-units'
import { listFilterChoices } from '@/lib/insights/reports/filter-choices'
import { heldText } from '@/lib/insights/reports/goal-words'
import { forgetGoal, saveGoal } from './actions'

export const metadata: Metadata = { title: 'Goals' }

export default organizationPage(GoalSettingsPage)

const row =
  'flex flex-wrap items-start justify-between gap-x-6 gap-y-1 border-t border-line py-3 text-sm leading-relaxed first:border-t-0 first:pt-0'

async function GoalSettingsPage({ params }: { params: Promise<{ org: string }> }) {
  const { organization, role } = await pageMember(params)
  const { id, slug, timeZone } = organization
  const mayManage = atLeast(role, 'manager')
  const { holding, ended } = await listGoals(id)
  const { teams, teamsLeftOut } = await listFilterChoices(id)
  const metrics = goalMetrics.map(({ slug: value, title, unit, better }) => ({
    value,
    title,
    label: `${better === 'lower' ? 'At most' : 'At least'} (${enteredUnits[unit].label})`,
  }))
  return (
    <>
      <Section
        id="goals"
        lead={`What a metric should reach, for the organization or a team, from the day on which it is set in ${timeZone}. Numbers say how far they are from it, and charts show it as a line. A goal for lead time uses the organization’s default start.`}
        title="Goals"
      >
        {holding.length === 0 ? (
          <EmptyState title="No goal yet">
            <p>
              {mayManage
                ? 'Set one for a metric that you are working on, such as lead time or change failure rate.'
                : 'An owner or a manager can set one.'}
            </p>
          </EmptyState>
        ) : (
          <ul className="flex flex-col">
            {holding.map((goal) => (
              <li className={row} key={goal.id}>
                <div className="min-w-0">
                  <h3 className="font-medium wrap-anywhere">{goalSubject(goal)}</h3>
                  <p className="text-muted first-letter:uppercase">
                    {heldText(goal)}.{' '}
                    <Link
                      className="underline underline-offset-4 hover:text-ink"
                      href={`/${slug}/insights/${goal.metric}${goal.team === null ? '' : `?team=${encodeURIComponent(goal.team)}`}`}
                    >
                      Show the number<span className="sr-only"> of {goalSubject(goal)}</span>
                    </Link>
                  </p>
                </div>
                {mayManage && (
                  <div className="flex gap-2">
                    <GoalForm
                      action={saveGoal}
                      goal={{ ...goal, subject: goalSubject(goal), entered: enteredValue(goal) }}
                      metrics={metrics}
                      organization={slug}
                      teams={teams}
                      teamsLeftOut={teamsLeftOut}
                    />
                    <ButtonForm
                      action={forgetGoal}
                      busy="Removing…"
                      hidden={{ organization: slug, goalId: goal.id }}
                      look="quiet"
                    >
                      Remove<span className="sr-only"> {goalSubject(goal)}</span>
                    </ButtonForm>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
        {mayManage && (
          <div>
            <GoalForm
              action={saveGoal}
              goal={null}
              metrics={metrics}
              organization={slug}
              teams={teams}
              teamsLeftOut={teamsLeftOut}
            />
          </div>
        )}
      </Section>
      {ended.length > 0 && (
        <Section id="earlier-goals" lead="Charts of their days still show them." title="Earlier goals">
          <ul className="flex flex-col">
            {ended.map((goal) => (
              <li className={row} key={goal.id}>
                <p className="min-w-0 wrap-anywhere">
                  {goalSubject(goal)} <span className="text-muted">{heldText(goal)}</span>
                </p>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
