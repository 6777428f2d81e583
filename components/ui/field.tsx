import type { ComponentProps, ReactNode } from 'react'

/** The classes of a text field, for controls that need no label of their own next to them. */
export const controlClass = 'control'

type FieldProps = { label: string; hint?: ReactNode; error?: string; id: string; className?: string }

type Described = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

function Field({ label, hint, error, id, className = '', children }: FieldProps & { children: ReactNode }) {
  return (
    <div className={`flex flex-col gap-1.5 ${className}`}>
      <label className="text-sm font-medium" htmlFor={id}>
        {label}
      </label>
      {children}
      {hint && (
        <p className="text-sm text-muted" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="text-sm text-failure" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

function described({ id, hint, error }: FieldProps): Described {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return { id, 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined }
}

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className'>

/** One line of text with its label, a hint and, when it was refused, the reason. */
export function TextField({ label, hint, error, id, className, ...input }: TextFieldProps) {
  const field = { label, hint, error, id, className }
  return (
    <Field {...field}>
      <input className={controlClass} {...described(field)} {...input} />
    </Field>
  )
}

type TextAreaFieldProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'className'>

export function TextAreaField({ label, hint, error, id, className, ...textarea }: TextAreaFieldProps) {
  const field = { label, hint, error, id, className }
  return (
    <Field {...field}>
      <textarea className={`${controlClass} font-mono`} {...described(field)} {...textarea} />
    </Field>
  )
}

type SelectFieldProps = FieldProps & Omit<ComponentProps<'select'>, 'id' | 'className'>

/** A choice among `children`, which are options. */
export function SelectField({ label, hint, error, id, className, ...select }: SelectFieldProps) {
  const field = { label, hint, error, id, className }
  return (
    <Field {...field}>
      <select className={controlClass} {...described(field)} {...select} />
    </Field>
  )
}
