'use client'

import { useActionState } from 'react'
import { controlClass } from '@/components/ui/field'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/core/action-state'
import { teamsLeftOutText } from '@/lib/core/format'

type SetTeam = { service: string; team: string | null }
type Props = {
  action: FormAction<SetTeam>
  organization: string
  service: string
  team: string | null
  /** Teams of other services, to choose from. */
  teams: readonly string[]
  teamsLeftOut: number
}

/** Sets the team of a service; a blank name clears it. */
export function TeamForm({ action, organization, service, team, teams, teamsLeftOut }: Props) {
  const [state, send] = useActionState(action, idle)
  const done = state.status === 'done' ? doneText(state.result) : undefined
  return (
    <form action={send} className="flex max-w-md flex-col gap-3">
      <input name="organization" type="hidden" value={organization} />
      <input name="service" type="hidden" value={service} />
      <label className="text-sm font-medium" htmlFor="team">
        Team
      </label>
      <div className="grid grid-cols-[minmax(0,1fr)_7.5rem] gap-2">
        <input
          aria-describedby="team-hint"
          autoComplete="off"
          className={controlClass}
          defaultValue={team ?? ''}
          id="team"
          key={team}
          list="teams"
          maxLength={60}
          name="team"
          placeholder="No team"
        />
        <datalist id="teams">
          {teams.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <SubmitButton busy="Saving…" look="secondary">
          Save team
        </SubmitButton>
      </div>
      <p className="text-sm text-muted" id="team-hint">
        All metrics can be filtered by team. Leave it empty for none.
        {teamsLeftOut > 0 && ` ${teamsLeftOutText(teamsLeftOut)} of the list.`}
      </p>
      <FormMessage done={done} state={state} />
    </form>
  )
}

function doneText({ service, team }: SetTeam): string {
  return team === null ? `${service} belongs to no team.` : `${service} belongs to ${team}.`
}
