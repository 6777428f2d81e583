import { now, postScript } from './post-script'
import { indent, type Snippet, type SnippetInput } from './snippet'

/** `after_script` of the deploying job: it also runs when the job failed or was cancelled. */
export function gitlabCi({ url, service }: SnippetInput): Snippet {
  const script = postScript(url, {
    deploymentId: 'gitlab-$CI_PROJECT_ID-$CI_JOB_ID',
    commitSha: '$CI_COMMIT_SHA',
    environment: '$CI_ENVIRONMENT_NAME',
    startedAt: '$CI_JOB_STARTED_AT',
    completedAt: now,
    branch: '$CI_COMMIT_REF_NAME',
    triggeredBy: '$GITLAB_USER_LOGIN',
    pipelineName: '$CI_JOB_NAME',
    pipelineUrl: '$CI_JOB_URL',
    service,
    status: '$result',
  })
  return {
    id: 'gitlab-ci',
    title: 'GitLab CI',
    file: '.gitlab-ci.yml',
    language: 'yaml',
    note: 'Store the key under Settings > CI/CD > Variables as LEADLINE_API_KEY, masked. The image of the job needs curl. Cancelled jobs report from GitLab 17 on.',
    text: `deploy:
  stage: deploy
  environment:
    name: production
  script:
    - ./deploy.sh # your own steps
  after_script:
    - |
      case "$CI_JOB_STATUS" in
        success) result=success ;;
        canceled) result=cancelled ;;
        *) result=failure ;;
      esac
${indent(script, 6)}
`,
  }
}
