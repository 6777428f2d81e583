import { githubStep } from './github-actions'
import { gitlabCi } from './gitlab-ci'
import type { Snippet, SnippetInput } from './snippet'

type Input = SnippetInput & { audience: string }

/** What trusted pipelines need to report with a token of their host, in place of a key. */
export function listTokenSnippets(input: Input): Snippet[] {
  return [
    {
      id: 'github-token',
      title: 'GitHub Actions',
      file: 'In the deploying job of .github/workflows/deploy.yml',
      language: 'yaml',
      note: 'The permissions let the job ask GitHub for a token; in a job that has permissions already, add id-token: write to them. The step asks for the token and sends it. There is no secret to store.',
      text: `permissions:
  contents: read
  id-token: write
steps:
  # your own steps
${githubStep(input, `LEADLINE_AUDIENCE: ${input.audience}`).replace(/^(?=.)/gm, '  ')}`,
    },
    {
      id: 'gitlab-token',
      title: 'GitLab CI',
      file: 'In the deploying job of .gitlab-ci.yml',
      language: 'yaml',
      note: 'id_tokens has GitLab put a token into LEADLINE_ID_TOKEN, which the report sends. There is no variable to store. The image of the job needs curl.',
      text: `id_tokens:
  LEADLINE_ID_TOKEN:
    aud: ${input.audience}
${gitlabCi(input).text}`,
    },
  ]
}
