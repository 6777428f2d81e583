/** What a snippet is filled in with: the address of this installation, and the name of the deployed service. */
export type SnippetInput = { baseUrl: string; service: string }

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

/** A text as one word of a POSIX shell. */
export function quote(text: string): string {
  return /^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}

/**
 * The shell command that reports with what this installation serves. It takes 5 s at most to get that, and never fails.
 * `words` are what stands before the name of the service.
 */
export function reportCommand({ baseUrl, service }: SnippetInput, words: string): string {
  return `curl -fsSL -m 5 ${quote(baseUrl)}/report.sh | sh -s -- ${words} --service ${quote(service)} || true`
}

/** A bash script around a deployment, for systems that do not say how a job ended. It ends as the deployment does. */
export function reportingScript(input: SnippetInput): string {
  return `#!/bin/bash -e
report() { ${reportCommand(input, 'finish $?')}; }
trap report EXIT && trap 'exit 143' HUP INT TERM
./deploy.sh # your own steps
`
}

/** A text as a value in YAML: as it stands where that means the same. */
export function yamlText(text: string): string {
  return /: | #|^\W|[:\s]$|\p{Cc}/u.test(text) ? JSON.stringify(text) : text
}
