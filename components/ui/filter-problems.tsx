import { Notice } from './notice'

type Props<Name extends string> = {
  problems: readonly { name: Name; message: string }[]
  /** What each filter is called at the beginning of a sentence. */
  names: Record<Name, string>
}

/** What of the filters in the address could not be understood, and was left out. */
export function FilterProblems<Name extends string>({ problems, names }: Props<Name>) {
  if (problems.length === 0) return null
  return (
    <Notice kind="refused">
      {problems.map(({ name, message }) => (
        <p key={name}>
          {names[name]} {message}. It was left out.
        </p>
      ))}
    </Notice>
  )
}
