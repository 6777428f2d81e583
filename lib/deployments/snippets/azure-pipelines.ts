import { now, postScript } from './post-script'
import { indent, type Snippet, type SnippetInput } from './snippet'

/** Last step of the deploying job; it runs in bash, which every hosted agent has. */
export function azurePipelines({ url, service }: SnippetInput): Snippet {
  const script = postScript(url, {
    deploymentId: 'azure-$BUILD_BUILDID-$SYSTEM_JOBID-$SYSTEM_JOBATTEMPT',
    commitSha: '$BUILD_SOURCEVERSION',
    environment: 'production',
    // It has a space where ISO 8601 has a T.
    startedAt: `\${SYSTEM_PIPELINESTARTTIME/ /T}`,
    completedAt: now,
    branch: `\${BUILD_SOURCEBRANCH#refs/*/}`,
    triggeredBy: '$BUILD_REQUESTEDFOR',
    pipelineName: '$BUILD_DEFINITIONNAME',
    pipelineUrl: '$SYSTEM_COLLECTIONURI$SYSTEM_TEAMPROJECTID/_build/results?buildId=$BUILD_BUILDID',
    service,
    status: '$result',
  })
  return {
    id: 'azure-pipelines',
    title: 'Azure Pipelines',
    file: 'azure-pipelines.yml',
    language: 'yaml',
    note: 'Store the key under Pipelines > Edit > Variables as LEADLINE_API_KEY, kept secret.',
    text: `trigger: [main]
pool:
  vmImage: ubuntu-latest
steps:
  - script: ./deploy.sh # your own steps
    displayName: Deploy

  - bash: |
      case "$AGENT_JOBSTATUS" in
        Succeeded|SucceededWithIssues) result=success ;;
        Canceled) result=cancelled ;;
        *) result=failure ;;
      esac
${indent(script, 6)}
    displayName: Report to Leadline
    condition: always()
    env:
      LEADLINE_API_KEY: $(LEADLINE_API_KEY)
`,
  }
}
