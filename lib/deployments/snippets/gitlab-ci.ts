import { reportCommand, type Snippet, type SnippetInput, yamlText } from './snippet'

/** `after_script` of the deploying job: it also runs when the job failed or was cancelled. */
export function gitlabCi(input: SnippetInput): Snippet {
  return {
    id: 'gitlab-ci',
    title: 'GitLab CI',
    file: 'In the deploying job of .gitlab-ci.yml',
    language: 'yaml',
    note: 'Store the key under Settings > CI/CD > Variables as LEADLINE_API_KEY, masked. The image of the job needs curl. Cancelled jobs report from GitLab 17 on.',
    text: `after_script:
  - ${yamlText(reportCommand(input, 'finish'))}
`,
  }
}
