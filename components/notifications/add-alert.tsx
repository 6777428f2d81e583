'use client'

import { useState } from 'react'
import { ScopeField } from '@/components/settings/scope-field'
import type { ChoiceOption } from '@/components/ui/choice'
import { DialogForm } from '@/components/ui/dialog-form'
import { KeptSelectField, KeptTextField } from '@/components/ui/kept-field'
import type { FormAction } from '@/lib/core/action-state'

type Offered = {
  metrics: { value: string; title: string; unit: string }[]
  services: ChoiceOption[]
  teams: ChoiceOption[]
  teamsLeftOut: number
}

type Props = { action: FormAction<{ id: number }>; organization: string; offered: Offered }

/** Sets a value of a metric that destinations are notified of. */
export function AddAlert({ action, organization, offered }: Props) {
  return (
    <div>
      <DialogForm
        action={action}
        busy="Adding…"
        hidden={{ organization }}
        open="Add metric alert"
        openLook="secondary"
        submit="Add metric alert"
        title="Add metric alert"
      >
        {(problems) => <AlertFields offered={offered} problems={problems} />}
      </DialogForm>
    </div>
  )
}

function AlertFields({ offered, problems }: { offered: Offered; problems: Record<string, string> }) {
  const { metrics, ...subjects } = offered
  const [metric, setMetric] = useState(metrics[0]?.value ?? '')
  const unit = metrics.find(({ value }) => value === metric)?.unit ?? ''
  return (
    <>
      <KeptSelectField
        error={problems.metric}
        id="alert-metric"
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
      <ScopeField error={problems.scope} id="alert-scope" {...subjects} />
      <div className="flex flex-wrap gap-4">
        <KeptSelectField
          className="min-w-32 flex-1"
          error={problems.direction}
          id="alert-direction"
          initial="above"
          label="When it is"
          name="direction"
        >
          <option value="above">Above</option>
          <option value="below">Below</option>
        </KeptSelectField>
        <KeptTextField
          autoComplete="off"
          className="min-w-32 flex-1"
          error={problems.value}
          id="alert-value"
          inputMode="decimal"
          label={unit === '' ? 'Value' : `Value (${unit})`}
          maxLength={12}
          name="value"
          required
        />
      </div>
    </>
  )
}
