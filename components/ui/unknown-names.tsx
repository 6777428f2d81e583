import { Notice } from './notice'

/** What filters name that is not there: what they select is empty for that reason alone. */
export function UnknownNames({ names }: { names: readonly { name: string; sentence: string }[] }) {
  if (names.length === 0) return null
  return (
    <Notice kind="refused">
      {names.map(({ name, sentence }) => (
        <p key={name}>{sentence}</p>
      ))}
    </Notice>
  )
}
