import { now, postScript } from './post-script'
import { quote, type Snippet, type SnippetInput } from './snippet'

/** A successful deployment of the commit that is checked out, from any shell. */
export function curl({ url, service, apiKey }: SnippetInput & { apiKey?: string }): Snippet {
  const script = postScript(url, {
    deploymentId: 'manual-$(date +%s)',
    commitSha: '$(git rev-parse HEAD)',
    environment: 'production',
    startedAt: now,
    completedAt: now,
    branch: '$(git rev-parse --abbrev-ref HEAD)',
    triggeredBy: '$(git config user.name)',
    pipelineName: 'curl',
    service,
    status: 'success',
  })
  return {
    id: 'curl',
    title: 'curl',
    file: 'any shell, in a clone of the service',
    language: 'bash',
    note: 'Needs curl 7.76 or newer. A refused event ends with exit code 22 and the reason.',
    text: `export LEADLINE_API_KEY=${quote(apiKey ?? 'ldl_…')}

${script}
`,
  }
}
