import { reportCommand, type Snippet, type SnippetInput, yamlText } from './snippet'

/** Last step of the deploying job. */
export function githubActions(input: SnippetInput): Snippet {
  return {
    id: 'github-actions',
    title: 'GitHub Actions',
    file: 'Last step of the deploying job in .github/workflows/deploy.yml',
    language: 'yaml',
    note: 'Store the key under Settings > Secrets and variables > Actions as LEADLINE_API_KEY. On a Windows runner, add shell: bash.',
    text: `- name: Report to Leadline
  if: always()
  env:
    LEADLINE_API_KEY: \${{ secrets.LEADLINE_API_KEY }}
    LEADLINE_JOB: \${{ job.check_run_id || strategy.job-index }}
  run: ${yamlText(reportCommand(input, `finish \${{ job.status }}`))}
`,
  }
}
