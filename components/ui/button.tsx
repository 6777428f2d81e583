import type { ComponentProps } from 'react'
import { Link } from './link'

export type ButtonLook = 'primary' | 'secondary' | 'danger' | 'quiet'

const looks: Record<ButtonLook, string> = {
  primary: 'border-accent bg-accent text-on-accent hover:brightness-110',
  secondary: 'border-strong-line bg-paper text-ink hover:bg-raised',
  danger: 'border-failure bg-paper text-failure hover:bg-failure hover:text-paper',
  quiet: 'border-transparent text-muted hover:bg-raised hover:text-ink',
}

/** The classes of a button, for what looks like one without being one. */
export function buttonClass(look: ButtonLook = 'secondary'): string {
  return `button ${looks[look]}`
}

type ButtonProps = ComponentProps<'button'> & { look?: ButtonLook }

export function Button({ look = 'secondary', type = 'button', className = '', ...props }: ButtonProps) {
  return <button className={`${buttonClass(look)} ${className}`} type={type} {...props} />
}

type ButtonLinkProps = ComponentProps<typeof Link> & { look?: ButtonLook }

export function ButtonLink({ look = 'secondary', className = '', children, ...props }: ButtonLinkProps) {
  return (
    <Link className={`${buttonClass(look)} ${className}`} {...props}>
      {children}
    </Link>
  )
}
