import { now, postScript } from './post-script'
import type { Snippet, SnippetInput } from './snippet'

/** A script around the deployment: in pipeline.yml itself Buildkite would replace the variables while uploading. */
export function buildkite({ url, service }: SnippetInput): Snippet {
  const script = postScript(url, {
    deploymentId: 'buildkite-$BUILDKITE_JOB_ID',
    commitSha: '$(git rev-parse "$BUILDKITE_COMMIT")',
    environment: 'production',
    startedAt: '$started',
    completedAt: now,
    branch: '$BUILDKITE_BRANCH',
    triggeredBy: '$BUILDKITE_BUILD_CREATOR',
    pipelineName: '$BUILDKITE_PIPELINE_NAME',
    pipelineUrl: '$BUILDKITE_BUILD_URL#$BUILDKITE_JOB_ID',
    service,
    status: '$result',
  })
  return {
    id: 'buildkite',
    title: 'Buildkite',
    file: '.buildkite/deploy.sh',
    language: 'bash',
    note: 'Make it executable and run it as the command of the deploying step. Store the key as the Buildkite secret LEADLINE_API_KEY and list it under secrets of that step.',
    text: `#!/bin/bash
started="${now}"
trap 'result=cancelled' TERM # what a cancelled job gets
(
  set -e
  ./deploy.sh # your own steps
)
code=$?

if [ "$code" = 0 ]; then : "\${result:=success}"; else : "\${result:=failure}"; fi
${script} || exit
exit "$code"
`,
  }
}
