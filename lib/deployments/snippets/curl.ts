import { quote, type Snippet, type SnippetInput } from './snippet'

/** A successful deployment of the commit that is checked out, from any shell. */
export function curl({ baseUrl, service, apiKey }: SnippetInput & { apiKey?: string }): Snippet {
  return {
    id: 'curl',
    title: 'Any shell',
    file: 'In a clone of the service',
    language: 'bash',
    note: 'Posts the commit that is checked out as a successful deployment, and ends with exit code 1 and the reason when it is refused. In a pipeline, leave out --strict.',
    text: `export LEADLINE_API_KEY=${quote(apiKey ?? 'ldl_…')}
curl -fsSL ${quote(baseUrl)}/report.sh | sh -s -- finish success --strict --service ${quote(service)}
`,
  }
}
