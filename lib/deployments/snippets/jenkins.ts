import { now, postScript } from './post-script'
import { indent, type Snippet, type SnippetInput } from './snippet'

const prepare = `set +x
case "$LEADLINE_RESULT" in
  SUCCESS|UNSTABLE) result=success ;;
  ABORTED|NOT_BUILT) result=cancelled ;;
  *) result=failure ;;
esac
branch="\${BRANCH_NAME:-$GIT_BRANCH}"
seconds=$((LEADLINE_STARTED_MS / 1000))
iso=+%Y-%m-%dT%H:%M:%SZ
started="$(date -u -d "@$seconds" "$iso" 2>/dev/null || date -u -r "$seconds" "$iso")"`

/** Post section of the deploying stage: it is skipped with the stage, and runs when the stage fails or is aborted. */
export function jenkins({ url, service }: SnippetInput): Snippet {
  const script = postScript(url, {
    deploymentId: '$BUILD_TAG',
    commitSha: '$GIT_COMMIT',
    environment: 'production',
    startedAt: '$started',
    completedAt: now,
    branch: `\${branch#origin/}`,
    triggeredBy: '$LEADLINE_CAUSE',
    pipelineName: '$JOB_NAME',
    pipelineUrl: '$BUILD_URL',
    service,
    status: '$result',
  })
  return {
    id: 'jenkins',
    title: 'Jenkins',
    file: 'Jenkinsfile',
    language: 'groovy',
    note: 'Store the key under Manage Jenkins > Credentials as secret text with the id leadline-api-key. Needs the Credentials Binding plugin.',
    text: `pipeline {
  agent any
  stages {
    stage('Deploy') {
      steps {
        sh './deploy.sh' // your own steps
      }
      post {
        always {
          withCredentials([string(credentialsId: 'leadline-api-key', variable: 'LEADLINE_API_KEY')]) {
            withEnv([
              "LEADLINE_RESULT=\${currentBuild.currentResult}",
              "LEADLINE_STARTED_MS=\${currentBuild.startTimeInMillis}",
              "LEADLINE_CAUSE=\${currentBuild.buildCauses[0]?.shortDescription ?: ''}"
            ]) {
              sh '''
${indent(groovyText(`${prepare}\n${script}`), 16)}
              '''
            }
          }
        }
      }
    }
  }
}
`,
  }
}

/** A backslash means something to Groovy as well. */
function groovyText(script: string): string {
  return script.replaceAll('\\', '\\\\')
}
