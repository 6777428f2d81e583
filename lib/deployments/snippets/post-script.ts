import { quote } from './snippet'

/** The time of day in the shell, as the webhook takes it. */
export const now = '$(date -u +%Y-%m-%dT%H:%M:%SZ)'

/** Shell text between double quotes for each field, and the status as the shell knows it. */
type ShellEvent = Record<string, string> & { service: string; status: string }

/**
 * POSIX shell commands that post one event with `$LEADLINE_API_KEY` through curl 7.76 or newer. Every value is
 * escaped for JSON. They fail, and print the server's reason, when the event is refused. `service` is plain text, the
 * other fields are what stands between double quotes in the shell.
 */
export function postScript(url: string, { service, status, ...fields }: ShellEvent): string {
  const words = Object.entries(fields).map(([name, text]) => [name, `"${text}"`])
  const lines = [...words, ['service', quote(service)]].map(([name, word]) => `  field ${name} ${word}`)
  return `field() { printf '"%s": "%s", ' "$1" "$(printf %s "$2" | tr -d '[:cntrl:]' | sed 's/["\\\\]/\\\\&/g')"; }
{
  printf '{ '
${lines.join('\n')}
  printf '"status": "%s" }' "${status}"
} | curl --fail-with-body --silent --show-error --location --retry 3 --retry-all-errors --max-time 20 \\
  --header "Authorization: Bearer $LEADLINE_API_KEY" --header 'Content-Type: application/json' \\
  --data @- ${quote(url)}`
}
