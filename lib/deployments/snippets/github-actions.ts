import { now, postScript } from './post-script'
import { indent, type Snippet, type SnippetInput } from './snippet'

/** First and last step of the deploying job. */
export function githubActions({ url, service }: SnippetInput): Snippet {
  const script = postScript(url, {
    deploymentId: 'github-$GITHUB_RUN_ID-$GITHUB_RUN_ATTEMPT-$GITHUB_JOB-$LEADLINE_JOB_INDEX',
    commitSha: '$GITHUB_SHA',
    environment: 'production',
    startedAt: `\${LEADLINE_STARTED_AT:-${now}}`,
    completedAt: now,
    branch: '$GITHUB_REF_NAME',
    triggeredBy: '$GITHUB_TRIGGERING_ACTOR',
    pipelineName: '$GITHUB_WORKFLOW',
    pipelineUrl: '$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID/attempts/$GITHUB_RUN_ATTEMPT',
    service,
    status: '$LEADLINE_STATUS',
  })
  return {
    id: 'github-actions',
    title: 'GitHub Actions',
    file: '.github/workflows/deploy.yml',
    language: 'yaml',
    note: 'Store the key under Settings > Secrets and variables > Actions as LEADLINE_API_KEY. The jobs of a matrix are told apart; where one run calls the same reusable workflow more than once, add what tells the calls apart to the deploymentId.',
    text: `name: Deploy
on:
  push:
    branches: [main]
jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - name: Note the start
        run: echo "LEADLINE_STARTED_AT=${now}" >> "$GITHUB_ENV"

      - name: Deploy
        run: ./deploy.sh # your own steps

      - name: Report to Leadline
        if: always()
        env:
          LEADLINE_API_KEY: \${{ secrets.LEADLINE_API_KEY }}
          LEADLINE_STATUS: \${{ job.status }}
          LEADLINE_JOB_INDEX: \${{ strategy.job-index }}
        run: |
${indent(script, 10)}
`,
  }
}
