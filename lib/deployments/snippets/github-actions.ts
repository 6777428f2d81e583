import { reportCommand, type Snippet, type SnippetInput, yamlText } from './snippet'

/** Last step of the deploying job. */
export function githubActions(input: SnippetInput): Snippet {
  return {
    id: 'github-actions',
    title: 'GitHub Actions',
    file: 'Last step of the deploying job in .github/workflows/deploy.yml',
    language: 'yaml',
    note: 'Store the key under Settings > Secrets and variables > Actions as LEADLINE_API_KEY. On a Windows runner, add shell: bash.',
    text: githubStep(input, `LEADLINE_API_KEY: \${{ secrets.LEADLINE_API_KEY }}`),
  }
}

/** The step that reports; `variable` is what it authenticates with. */
export function githubStep(input: SnippetInput, variable: string): string {
  return `- name: Report to Leadline
  if: always()
  env:
    ${variable}
    LEADLINE_JOB: \${{ job.check_run_id || strategy.job-index }}
  run: ${yamlText(reportCommand(input, `finish \${{ job.status }}`))}
`
}
