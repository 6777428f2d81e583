import { TextField } from '@/components/ui/field'

/** The reason for a correction: the audit log keeps it. */
export function ReasonField({ id, error }: { id: string; error: string | undefined }) {
  return (
    <TextField
      autoComplete="off"
      hint="It stays on this page and in the audit log."
      id={id}
      label="Reason"
      maxLength={500}
      name="reason"
      required
      {...(error && { error })}
    />
  )
}
