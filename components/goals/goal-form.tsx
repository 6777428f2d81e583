'use client'

import { useState } from 'react'
import { ScopeField } from '@/components/settings/scope-field'
import type { ChoiceOption } from '@/components/ui/choice'
import { DialogForm } from '@/components/ui/dialog-form'
import { KeptSelectField, KeptTextField } from '@/components/ui/kept-field'
import type { FormAction } from '@/lib/core/action-state'
import type { Goal } from '@/lib/insights/metrics/goal'

type Props = {
  action: FormAction<{ id: number }>
  organization: string
  /** The one that another follows; null for the first of a metric. */
  goal: (Pick<Goal, 'id' | 'metric' | 'team'> & { subject: string; entered: string }) | null
  /** `label` is that of the value: "At most (hours)". */
  metrics: readonly { value: string; title: string; label: string }[]
  teams: readonly ChoiceOption[]
  teamsLeftOut: number
}

/** Sets a goal, or another value for one. */
export function GoalForm({ action, organization, goal, metrics, ...teams }: Props) {
  const title = goal ? 'Change goal' : 'Set goal'
  return (
    <DialogForm
      action={action}
      busy={goal ? 'Saving…' : 'Setting…'}
      hidden={{
        organization,
        ...(goal && { metric: goal.metric, scope: goal.team === null ? '' : `team:${goal.team}` }),
      }}
      open={goal ? 'Change' : title}
      openLook={goal ? 'quiet' : 'secondary'}
      {...(goal && { openLabel: `Change ${goal.subject}` })}
      submit={goal ? 'Save' : title}
      title={title}
    >
      {(problems) => <GoalFields goal={goal} metrics={metrics} problems={problems} {...teams} />}
    </DialogForm>
  )
}

type FieldsProps = Pick<Props, 'goal' | 'metrics' | 'teams' | 'teamsLeftOut'> & { problems: Record<string, string> }

function GoalFields({ goal, metrics, problems, ...teams }: FieldsProps) {
  const [metric, setMetric] = useState(goal?.metric ?? metrics[0]?.value ?? '')
  const fieldId = (name: string) => `goal-${goal?.id ?? 'new'}-${name}`
  return (
    <>
      {goal ? (
        <p className="text-sm text-muted wrap-anywhere">
          Instead of {goal.subject}. Charts show that one until today, and this one from today on.
        </p>
      ) : (
        <>
          <KeptSelectField
            error={problems.metric}
            id={fieldId('metric')}
            initial={metric}
            label="Metric"
            name="metric"
            onChoose={setMetric}
          >
            {metrics.map(({ value, title }) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </KeptSelectField>
          <ScopeField error={problems.scope} id={fieldId('scope')} services={[]} {...teams} />
        </>
      )}
      <KeptTextField
        autoComplete="off"
        error={problems.value}
        id={fieldId('value')}
        initial={goal?.entered}
        inputMode="decimal"
        label={metrics.find(({ value }) => value === metric)?.label ?? 'Value'}
        maxLength={12}
        name="value"
        required
      />
    </>
  )
}
