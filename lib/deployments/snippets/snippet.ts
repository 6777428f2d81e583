/** What a snippet is filled in with: the webhook's full address and the name of the deployed service. */
export type SnippetInput = { url: string; service: string }

/** How one CI system reports its deployments. */
export type Snippet = {
  id: string
  /** Name of the CI system. */
  title: string
  /** Where the text belongs. */
  file: string
  language: 'yaml' | 'groovy' | 'bash'
  text: string
  /** Where the key is stored there, and what else has to be known. */
  note: string
}

/** Every line that is not empty, moved to the right. */
export function indent(text: string, spaces: number): string {
  return text.replace(/^(?=.)/gm, ' '.repeat(spaces))
}

/** A text as one word of a POSIX shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
