'use client'

import { type ReactNode, useId, useRef } from 'react'
import { Button, type ButtonLook } from './button'

type Props = {
  /** On the button that opens it. */
  open: ReactNode
  openLook?: ButtonLook
  openLabel?: string
  title: string
  children: ReactNode
}

/** A button that opens a modal dialog; Escape and a button close it. A form inside decides with buttons of its own. */
export function Dialog({ open, openLook, openLabel, title, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  return (
    <>
      <Button aria-haspopup="dialog" aria-label={openLabel} look={openLook} onClick={() => dialog.current?.showModal()}>
        {open}
      </Button>
      <dialog
        aria-labelledby={titleId}
        className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-sm border border-line bg-paper p-6 text-ink shadow-float"
        ref={dialog}
      >
        <div className="flex flex-col gap-5">
          <h2 className="text-lg leading-snug font-semibold tracking-tight break-words" id={titleId}>
            {title}
          </h2>
          {children}
          <form className="contents" method="dialog">
            <Button className="self-start" look="quiet" type="submit">
              Cancel
            </Button>
          </form>
        </div>
      </dialog>
    </>
  )
}
