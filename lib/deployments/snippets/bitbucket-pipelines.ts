import { now, postScript } from './post-script'
import { indent, type Snippet, type SnippetInput } from './snippet'

const runNumber = '$BITBUCKET_BUILD_NUMBER-$BITBUCKET_DEPLOYMENT_ENVIRONMENT-$BITBUCKET_STEP_RUN_NUMBER'

/** `after-script` of the deploying step: it also runs when the step failed. */
export function bitbucketPipelines({ url, service }: SnippetInput): Snippet {
  const script = postScript(url, {
    deploymentId: `bitbucket-$BITBUCKET_REPO_FULL_NAME-${runNumber}`,
    commitSha: '$BITBUCKET_COMMIT',
    environment: '$BITBUCKET_DEPLOYMENT_ENVIRONMENT',
    startedAt: `$(cat /tmp/leadline-started-at || date -u +%Y-%m-%dT%H:%M:%SZ)`,
    completedAt: now,
    branch: `\${BITBUCKET_BRANCH:-$BITBUCKET_TAG}`,
    triggeredBy: '$BITBUCKET_STEP_TRIGGERER_UUID',
    pipelineName: '$BITBUCKET_REPO_FULL_NAME',
    pipelineUrl: 'https://bitbucket.org/$BITBUCKET_REPO_FULL_NAME/pipelines/results/$BITBUCKET_BUILD_NUMBER',
    service,
    status: '$result',
  })
  return {
    id: 'bitbucket-pipelines',
    title: 'Bitbucket Pipelines',
    file: 'bitbucket-pipelines.yml',
    language: 'yaml',
    note: 'Store the key under Repository settings > Pipelines > Repository variables as LEADLINE_API_KEY, secured. The image of the step needs curl. Bitbucket reports only success or failure, and who started a step by UUID.',
    text: `pipelines:
  branches:
    main:
      - step:
          name: Deploy
          deployment: production
          script:
            - date -u +%Y-%m-%dT%H:%M:%SZ > /tmp/leadline-started-at
            - ./deploy.sh # your own steps
          after-script:
            - |
              if [ "$BITBUCKET_EXIT_CODE" = 0 ]; then result=success; else result=failure; fi
${indent(script, 14)}
`,
  }
}
