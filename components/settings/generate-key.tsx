'use client'

import { type RefObject, useActionState, useEffect, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { TextField } from '@/components/ui/field'
import { FormMessage } from '@/components/ui/form-message'
import { Snippet } from '@/components/ui/snippet'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/core/action-state'
import type { KeyScope } from '@/lib/generated/prisma/enums'

export type GeneratedKey = { name: string; scope: KeyScope; token: string; curl: string }

type Props = { organization: string; action: FormAction<GeneratedKey> }

/** A button and its dialog: a name goes in, a key comes out once. Saying that it is stored, or leaving the page, forgets it. */
export function GenerateKey(props: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    // A browser that keeps the page for going back to it would keep the key as well.
    const forget = () => dialog.current?.close()
    window.addEventListener('pagehide', forget)
    return () => window.removeEventListener('pagehide', forget)
  }, [])
  return (
    <>
      <Button aria-haspopup="dialog" look="primary" onClick={() => dialog.current?.showModal()}>
        Generate API key
      </Button>
      <KeyDialog key={round} {...props} dialog={dialog} onClose={() => setRound(round + 1)} />
    </>
  )
}

type DialogProps = Props & { dialog: RefObject<HTMLDialogElement | null>; onClose: () => void }

/** The dialog for one key. From when the key is on its way, only its own button closes it: the key is seen once. */
function KeyDialog({ organization, action, dialog, onClose }: DialogProps) {
  const [state, send, pending] = useActionState(action, idle)
  const [name, setName] = useState('')
  const [scope, setScope] = useState<KeyScope>('ingest')
  const close = () => dialog.current?.close()
  const stays = pending || state.status === 'done'
  return (
    <dialog
      aria-labelledby="generate-key"
      className="m-auto w-[min(44rem,calc(100vw-2rem))] rounded-sm border border-line bg-paper p-6 text-ink shadow-float sm:p-8"
      closedby={stays ? 'none' : undefined}
      onCancel={(event) => stays && event.preventDefault()}
      onClose={onClose}
      onMouseDown={(event) => event.target === event.currentTarget && event.preventDefault()}
      ref={dialog}
    >
      {state.status === 'done' ? (
        <KeyReveal {...state.result} close={close} />
      ) : (
        <form action={send} className="flex flex-col gap-5">
          <h2 className="text-lg font-semibold tracking-tight" id="generate-key">
            Generate API key
          </h2>
          <input name="organization" type="hidden" value={organization} />
          <TextField
            autoComplete="off"
            error={state.status === 'refused' ? state.fields.name : undefined}
            hint="What it is for, for example the CI system or the repository."
            id="key-name"
            label="Name"
            maxLength={100}
            name="name"
            onChange={(event) => setName(event.target.value)}
            required
            value={name}
          />
          <KeyScopeField choose={setScope} scope={scope} />
          {state.status === 'refused' && !state.fields.name && <FormMessage state={state} />}
          <div className="flex flex-wrap gap-2">
            <SubmitButton busy="Generating…">Generate API key</SubmitButton>
            <Button disabled={pending} look="quiet" onClick={close}>
              Cancel
            </Button>
          </div>
        </form>
      )}
    </dialog>
  )
}

type ScopeProps = { scope: KeyScope; choose: (scope: KeyScope) => void }

const choices: [scope: KeyScope, title: string, meaning: string][] = [
  ['ingest', 'Post deployments', 'For pipelines. It reads only which services of a repository changed.'],
  ['read', 'Read: check whether a change is live', 'For bots, scripts and release notes. It posts nothing.'],
]

/** What a new key may do: one thing, so that a leaked one opens no more than that. */
function KeyScopeField({ scope, choose }: ScopeProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">What it may do</legend>
      {choices.map(([value, title, meaning]) => (
        <label className="flex gap-3 py-1 text-sm leading-snug" key={value}>
          <input
            checked={scope === value}
            className="mt-0.5 size-4 shrink-0 accent-accent"
            name="scope"
            onChange={() => choose(value)}
            type="radio"
            value={value}
          />
          <span>
            {title}
            <span className="block text-muted">{meaning}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type RevealProps = GeneratedKey & { close: () => void }

/** The only moment that a key is shown. */
function KeyReveal({ name, scope, token, curl, close }: RevealProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="flex flex-col gap-6">
      <h2
        className="text-lg font-semibold tracking-tight break-words outline-none"
        id="generate-key"
        ref={title}
        tabIndex={-1}
      >
        Your new API key “{name}”
      </h2>
      <div className="flex flex-col items-start gap-4 border-l-2 border-accent pl-5">
        <p className="font-mono text-lg leading-relaxed font-medium break-all select-all [font-variant-ligatures:none] sm:text-xl">
          {token}
        </p>
        <p className="font-medium">You will not see this key again.</p>
        <p className="text-sm leading-relaxed text-muted">It stays here until you say that you have stored it.</p>
        <CopyButton label="Copy key" look="primary" text={token} />
      </div>
      <p className="text-sm leading-relaxed text-muted">
        Store it now, as a secret named <code className="font-mono text-ink">LEADLINE_API_KEY</code>,{' '}
        {scope === 'read'
          ? 'where your programs run. Or check with it whether a pull request is live:'
          : 'where your pipelines run. Or post a first deployment with it:'}
      </p>
      <Snippet label={scope === 'read' ? 'From anywhere' : 'In a clone of the service'} text={curl} />
      <Button className="self-start" onClick={close}>
        I have stored the key
      </Button>
    </div>
  )
}
