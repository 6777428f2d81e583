'use client'

import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, type ButtonLook } from './button'

type Props = {
  /** On the button that opens it. */
  open: ReactNode
  openLook?: ButtonLook
  openLabel?: string
  title: string
  children: ReactNode
}

/**
 * A button that opens a modal dialog; Escape and a button close it, which has the first focus where there is no field.
 * A form inside decides with buttons of its own. What is in it is drawn once it is opened: a page may have hundreds.
 */
export function Dialog({ open, openLook, openLabel, title, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const titleId = useId()
  const [drawn, setDrawn] = useState(false)
  const show = () => {
    // Opening it moves the focus to its first field.
    flushSync(() => setDrawn(true))
    dialog.current?.showModal()
    if (document.activeElement instanceof HTMLButtonElement) cancel.current?.focus()
  }
  return (
    <>
      <Button aria-haspopup="dialog" aria-label={openLabel} look={openLook} onClick={show}>
        {open}
      </Button>
      <dialog
        aria-labelledby={titleId}
        className="m-auto w-[min(30rem,calc(100vw-2rem))] rounded-sm border border-line bg-paper p-6 text-ink shadow-float"
        ref={dialog}
      >
        {drawn && (
          <div className="flex flex-col gap-5">
            <h2 className="text-lg leading-snug font-semibold tracking-tight break-words" id={titleId}>
              {title}
            </h2>
            {children}
            <form className="contents" method="dialog">
              <Button className="self-start" look="quiet" ref={cancel} type="submit">
                Cancel
              </Button>
            </form>
          </div>
        )}
      </dialog>
    </>
  )
}
