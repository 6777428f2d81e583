'use client'

import { Dialog } from '@/components/ui/dialog'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { useClosingForm } from '@/components/ui/use-closing-form'
import type { FormAction } from '@/lib/action-state'
import { plural } from '@/lib/format'
import type { Relinking } from '@/lib/organizations/save-production-names'
import type { Matches } from '@/lib/repositories/count-matches'
import { KeptTextArea, KeptTextField } from './kept-field'
import { Relinked } from './relinked'

export type SavedPaths = { relinking: Relinking; matches: Matches }

type Props = {
  action: FormAction<SavedPaths>
  organization: string
  repository: { id: number; fullName: string }
  /** Null for a service that is added. */
  paths: { service: string; globs: string[] } | null
}

/** Where in a repository a service lives. */
export function EditPaths({ action, organization, repository, paths }: Props) {
  const { form, state, send } = useClosingForm(action)
  const { id, fullName } = repository
  const key = paths ? `${paths.service}\n${paths.globs.join('\n')}` : 'new'
  return (
    <>
      <Dialog
        open={paths ? 'Edit' : 'Add paths'}
        openLabel={paths ? `Edit paths of ${paths.service} in ${fullName}` : `Add paths of a service in ${fullName}`}
        openLook="quiet"
        title={paths ? `Paths of ${paths.service}` : `A service with its own paths in ${fullName}`}
      >
        <form action={send} className="flex flex-col gap-5" key={key} ref={form}>
          <input name="organization" type="hidden" value={organization} />
          <input name="repositoryId" type="hidden" value={id} />
          {paths ? (
            <input name="service" type="hidden" value={paths.service} />
          ) : (
            <KeptTextField
              autoComplete="off"
              hint="As pipelines send it. From then on it means this repository."
              id={`service-${id}`}
              label="Service"
              maxLength={200}
              name="service"
              required
              spellCheck={false}
            />
          )}
          <KeptTextArea
            hint="One a line, from the root of the repository. services/api/** is all that is in a folder."
            id={`globs-${id}-${paths?.service ?? ''}`}
            initial={paths?.globs.join('\n') ?? ''}
            label="Paths"
            name="globs"
            placeholder="services/api/**"
            required
            rows={4}
            spellCheck={false}
          />
          <p className="text-sm leading-relaxed text-muted">
            Deployments of the service then link only pull requests that touch one of the paths, past deployments
            included.
          </p>
          <FormMessage state={state} />
          <div className="flex">
            <SubmitButton busy="Saving and linking again…">Save paths</SubmitButton>
          </div>
        </form>
      </Dialog>
      {state.status === 'done' && (
        <Relinked more={matchesSentence(state.result.matches)} relinking={state.result.relinking} />
      )}
    </>
  )
}

function matchesSentence({ matching, of }: Matches): string {
  if (of === 0) return 'The files of its pull requests are not known yet.'
  return `${matching} of the latest ${plural(of, 'pull request')} ${matching === 1 ? 'touches' : 'touch'} these paths.`
}
