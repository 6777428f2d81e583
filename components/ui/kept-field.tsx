'use client'

import { type ComponentProps, useState } from 'react'
import { SelectField, TextAreaField, TextField } from './field'

type Kept<Props> = Omit<Props, 'value' | 'defaultValue' | 'onChange'> & { initial?: string }

/** A text field that keeps what was typed when its form is refused. */
export function KeptTextField({ initial = '', ...props }: Kept<ComponentProps<typeof TextField>>) {
  const [text, setText] = useState(initial)
  return <TextField {...props} onChange={(event) => setText(event.target.value)} value={text} />
}

/** The same for several lines. */
export function KeptTextArea({ initial = '', ...props }: Kept<ComponentProps<typeof TextAreaField>>) {
  const [text, setText] = useState(initial)
  return <TextAreaField {...props} onChange={(event) => setText(event.target.value)} value={text} />
}

type KeptSelect = Kept<ComponentProps<typeof SelectField>> & { onChoose?: (value: string) => void }

/** A choice that stays when its form is refused: a form that is reset returns to the options marked as its defaults. */
export function KeptSelectField({ initial = '', onChoose, ...props }: KeptSelect) {
  return (
    <SelectField
      {...props}
      defaultValue={initial}
      onChange={({ target }) => {
        for (const option of target.options) option.defaultSelected = option.selected
        onChoose?.(target.value)
      }}
    />
  )
}
