'use client'

import { ScopeField } from '@/components/settings/scope-field'
import type { ChoiceOption } from '@/components/ui/choice'
import { DialogForm } from '@/components/ui/dialog-form'
import { KeptSelectField, KeptTextField } from '@/components/ui/kept-field'
import type { FormAction } from '@/lib/core/action-state'
import { type Annotation, annotationKinds, annotationSubject } from '@/lib/insights/charts/annotation'

type Props<Result> = {
  action: FormAction<Result>
  organization: string
  /** The one that is changed; null for a new one. */
  annotation: Annotation | null
  services: readonly ChoiceOption[]
  teams: readonly ChoiceOption[]
  teamsLeftOut: number
}

/** Adds an annotation, or changes one. */
export function AnnotationForm<Result>({ action, organization, annotation, ...subjects }: Props<Result>) {
  const fieldId = (name: string) => `annotation-${annotation?.id ?? 'new'}-${name}`
  const title = annotation ? 'Change annotation' : 'Add annotation'
  return (
    <DialogForm
      action={action}
      busy={annotation ? 'Saving…' : 'Adding…'}
      hidden={{ organization, ...(annotation && { annotationId: annotation.id }) }}
      open={annotation ? 'Change' : title}
      openLook={annotation ? 'quiet' : 'secondary'}
      {...(annotation && { openLabel: `Change ${annotationSubject(annotation)}` })}
      submit={annotation ? 'Save' : title}
      title={title}
    >
      {(problems) => (
        <>
          <KeptTextField
            autoComplete="off"
            error={problems.title}
            id={fieldId('title')}
            initial={annotation?.title}
            label="Title"
            maxLength={80}
            name="title"
            required
          />
          <KeptSelectField
            error={problems.kind}
            id={fieldId('kind')}
            initial={annotation?.kind ?? 'freeze'}
            label="Kind"
            name="kind"
          >
            {Object.entries(annotationKinds).map(([kind, label]) => (
              <option key={kind} value={kind}>
                {label}
              </option>
            ))}
          </KeptSelectField>
          <div className="flex flex-wrap gap-4">
            <KeptTextField
              className="min-w-36 flex-1"
              error={problems.firstDay}
              id={fieldId('first-day')}
              initial={annotation?.firstDay}
              label="First day"
              name="firstDay"
              required
              type="date"
            />
            <KeptTextField
              className="min-w-36 flex-1"
              error={problems.lastDay}
              hint="Empty for one day."
              id={fieldId('last-day')}
              initial={annotation?.lastDay}
              label="Last day"
              name="lastDay"
              type="date"
            />
          </div>
          <ScopeField
            error={problems.scope}
            id={fieldId('scope')}
            initial={annotation ? scopeOf(annotation) : ''}
            {...subjects}
          />
        </>
      )}
    </DialogForm>
  )
}

function scopeOf({ service, team }: Annotation): string {
  if (service !== null) return `service:${service}`
  return team === null ? '' : `team:${team}`
}
