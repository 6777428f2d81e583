'use client'

import { useLayoutEffect } from 'react'
import { isShortcut } from './shortcuts-setting'

/** `j` and `k` lead from row to row, Enter opens the row, `/` leads to the search field. */
export function ListKeys() {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      if (event.key === '/') focus(document.querySelector<HTMLElement>('#q'), event)
      if (event.key === 'j') focus(neighbourRow(1), event)
      if (event.key === 'k') focus(neighbourRow(-1), event)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return null
}

function neighbourRow(step: 1 | -1): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<Element>('[data-row]')].filter((row) => row instanceof HTMLElement)
  const current = document.activeElement instanceof HTMLElement ? rows.indexOf(document.activeElement) : -1
  if (current === -1) return rows.at(step === 1 ? 0 : -1)
  return rows[current + step]
}

function focus(element: HTMLElement | null | undefined, event: KeyboardEvent): void {
  if (!element) return
  event.preventDefault()
  element.focus()
  element.scrollIntoView({ block: 'nearest' })
}
