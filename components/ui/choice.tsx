import type { ComponentProps } from 'react'
import { controlClass } from './field'
import { Select } from './select'

/** One of the values that a filter can have. */
export type ChoiceOption = { value: string; label: string }

type Props = Omit<ComponentProps<'select'>, 'children'> & {
  'aria-label': string
  defaultValue: string
  /** What the choice of none of them is called. */
  all: string
  options: readonly ChoiceOption[]
  /** Said after the last of them: how many are left out. */
  note?: string
}

/** A filter by one of some values, or by none. A value that is not among them stays chosen: an address may have it. */
export function Choice({ all, options, ...select }: Props) {
  const known = options.some(({ value }) => value === select.defaultValue)
  const shown = known || select.defaultValue === '' ? options : [...optionsOf([select.defaultValue]), ...options]
  return (
    <Select
      className={controlClass}
      options={[{ value: '', label: all }, ...shown].map(({ value, label }) =>
        value === label ? value : [value, label],
      )}
      {...select}
    />
  )
}

/** Options that are called what they are. */
export function optionsOf(values: readonly string[]): ChoiceOption[] {
  return values.map((value) => ({ value, label: value }))
}
