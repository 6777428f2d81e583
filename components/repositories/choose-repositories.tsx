'use client'

import { useActionState, useDeferredValue, useState } from 'react'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/core/action-state'
import { plural } from '@/lib/core/format'
import type { Choice } from '@/lib/sources/repositories/find-choices'

type Props = { action: FormAction; organization: string; connectionId: number; choices: Choice[] }

const maxAtOnce = 100
const maxListed = 200

/** A list to search and tick. What is followed already stays ticked. */
export function ChooseRepositories({ action, organization, connectionId, choices }: Props) {
  const [state, send] = useActionState(action, idle)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [text, setText] = useState('')
  const searched = useDeferredValue(text.trim().toLowerCase())
  const shown = choices.filter(({ fullName }) => fullName.toLowerCase().includes(searched))
  const listed = shown.slice(0, maxListed)
  const open = listed.filter(({ known, hostId }) => known !== 'followed' && !chosen.has(hostId))
  const toggle = (hostId: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(hostId)
    else next.delete(hostId)
    setChosen(next)
  }
  return (
    <form action={send} className="flex max-w-2xl flex-col gap-5">
      <input name="organization" type="hidden" value={organization} />
      <input name="connectionId" type="hidden" value={connectionId} />
      <input name="hostIds" type="hidden" value={[...chosen].join('\n')} />
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          autoComplete="off"
          className="min-w-0 grow"
          id="search-repositories"
          label="Search"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          placeholder="Part of the name"
          type="search"
          value={text}
        />
        <Button
          disabled={open.length === 0 || chosen.size + open.length > maxAtOnce}
          onClick={() => setChosen(new Set([...chosen, ...open.map(({ hostId }) => hostId)]))}
        >
          Tick all shown
        </Button>
      </div>
      <fieldset className="min-w-0">
        <legend className="pb-2 text-sm text-muted" aria-live="polite">
          {plural(shown.length, 'repository', 'repositories')}
          {searched !== '' && ` of ${choices.length}`}
        </legend>
        <ul className="max-h-[28rem] overflow-y-auto border-y border-line">
          {listed.map((choice) => (
            <Row
              choice={choice}
              key={choice.hostId}
              on={choice.known === 'followed' || chosen.has(choice.hostId)}
              toggle={toggle}
            />
          ))}
          {shown.length === 0 && <li className="py-3 text-sm text-muted">No repository is called that.</li>}
          {shown.length > listed.length && (
            <li className="border-t border-line py-3 text-sm text-muted">
              {shown.length - listed.length} more: search for a part of their name.
            </li>
          )}
        </ul>
      </fieldset>
      <FormMessage state={state} />
      <div className="flex flex-wrap items-center gap-4">
        <SubmitButton busy="Checking with the host…">
          {chosen.size === 0 ? 'Follow' : `Follow ${plural(chosen.size, 'repository', 'repositories')}`}
        </SubmitButton>
        {chosen.size > maxAtOnce && <p className="text-sm text-failure">At most {maxAtOnce} at once.</p>}
      </div>
    </form>
  )
}

type RowProps = { choice: Choice; on: boolean; toggle: (hostId: string, on: boolean) => void }

function Row({ choice: { hostId, fullName, known }, on, toggle }: RowProps) {
  return (
    <li className="border-t border-line first:border-t-0">
      <label className="flex items-baseline gap-3 px-1 py-2 text-sm hover:bg-raised">
        <input
          checked={on}
          className="translate-y-px accent-accent"
          disabled={known === 'followed'}
          onChange={(event) => toggle(hostId, event.target.checked)}
          type="checkbox"
        />
        <span className="min-w-0 font-medium wrap-anywhere">{fullName}</span>
        {known === 'followed' && <span className="text-muted">followed</span>}
        {known === 'taken over' && <span className="text-muted">imported from a clone; keeps its data</span>}
      </label>
    </li>
  )
}
