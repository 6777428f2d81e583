import { PasswordField } from './password-field'

type Props = { id: string; name: string; label: string; error?: string; hint?: string }

/** A new password, with what is required of it. */
export function NewPasswordField(props: Props) {
  return (
    <PasswordField
      autoComplete="new-password"
      hint="8 characters at least. A sentence is better than a word."
      maxLength={1024}
      minLength={8}
      required
      {...props}
    />
  )
}
