import { now, postScript } from './post-script'
import { indent, type Snippet, type SnippetInput } from './snippet'

/** First and last steps of the deploying job. No step runs after a cancellation, so that is not reported. */
export function circleci({ url, service }: SnippetInput): Snippet {
  const script = postScript(url, {
    deploymentId: 'circleci-$CIRCLE_WORKFLOW_JOB_ID',
    commitSha: '$CIRCLE_SHA1',
    environment: 'production',
    startedAt: `\${LEADLINE_STARTED_AT:-${now}}`,
    completedAt: now,
    branch: `\${CIRCLE_BRANCH:-$CIRCLE_TAG}`,
    triggeredBy: '$CIRCLE_USERNAME',
    pipelineName: '$CIRCLE_JOB',
    pipelineUrl: '$CIRCLE_BUILD_URL',
    service,
    status: `\${LEADLINE_STATUS:-success}`,
  })
  return {
    id: 'circleci',
    title: 'CircleCI',
    file: '.circleci/config.yml',
    language: 'yaml',
    note: 'Store the key under Project Settings > Environment Variables as LEADLINE_API_KEY. CircleCI runs no step after a job was cancelled, so only successes and failures are reported.',
    text: `version: 2.1
jobs:
  deploy:
    docker:
      - image: cimg/base:current
    steps:
      - run:
          name: Note the start
          command: echo "export LEADLINE_STARTED_AT=${now}" >> "$BASH_ENV"
      - checkout
      - run: ./deploy.sh # your own steps
      - run:
          name: Note the failure
          when: on_fail
          command: echo "export LEADLINE_STATUS=failure" >> "$BASH_ENV"
      - run:
          name: Report to Leadline
          when: always
          command: |
${indent(script, 12)}
workflows:
  deploy:
    jobs:
      - deploy:
          filters:
            branches:
              only: main
`,
  }
}
