import { now } from './post-script'
import { quote, type Snippet, type SnippetInput } from './snippet'

/** A successful deployment of the commit that is checked out, from any shell. */
export function curl({ url, service, apiKey }: SnippetInput & { apiKey?: string }): Snippet {
  return {
    id: 'curl',
    title: 'curl',
    file: 'In a clone of the service',
    language: 'bash',
    note: 'Posts the commit that is checked out as a successful deployment. Needs curl 7.76 or newer; a refused event ends with exit code 22 and the reason.',
    text: `export LEADLINE_API_KEY=${quote(apiKey ?? 'ldl_…')}

curl --fail-with-body --location --retry 3 --retry-all-errors \\
  --header "Authorization: Bearer $LEADLINE_API_KEY" \\
  --header 'Content-Type: application/json' \\
  --data @- ${quote(url)} <<EOF
{
  "deploymentId": "manual-$(date +%s)",
  "commitSha": "$(git rev-parse HEAD)",
  "environment": "production",
  "service": ${inHereDocument(JSON.stringify(service))},
  "status": "success",
  "startedAt": "${now}",
  "completedAt": "${now}"
}
EOF
`,
  }
}

/** A text as it stands, where the shell would look for variables, commands and escapes. */
function inHereDocument(text: string): string {
  return text.replace(/[\\$`]/g, '\\$&')
}
