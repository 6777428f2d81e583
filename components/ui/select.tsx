'use client'

import type { ComponentProps } from 'react'

/** Options are their values, or a value and what it is called. */
type Props = Omit<ComponentProps<'select'>, 'children'> & {
  options: readonly (string | [value: string, label: string])[]
  /** Said after the last of them: how many are left out. */
  note?: string
}

/** A list to choose from, sent to the browser as its values. */
export function Select({ options, note, ...select }: Props) {
  return (
    <select {...select}>
      {options.map((option) => {
        const [value, label] = typeof option === 'string' ? [option, option] : option
        return (
          <option key={value} value={value}>
            {label}
          </option>
        )
      })}
      {note && <option disabled>{note}</option>}
    </select>
  )
}
