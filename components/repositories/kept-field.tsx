'use client'

import { type ComponentProps, useState } from 'react'
import { TextAreaField, TextField } from '@/components/ui/field'

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
