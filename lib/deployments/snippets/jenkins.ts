import { reportCommand, type Snippet, type SnippetInput } from './snippet'

/** Post section of the deploying stage: it is skipped with the stage, and runs when the stage fails or is aborted. */
export function jenkins(input: SnippetInput): Snippet {
  return {
    id: 'jenkins',
    title: 'Jenkins',
    file: 'In the deploying stage of the Jenkinsfile',
    language: 'groovy',
    note: 'Store the key under Manage Jenkins > Credentials as secret text with the id leadline-api-key. Needs the Credentials Binding plugin.',
    text: `post { always { withCredentials([string(credentialsId: 'leadline-api-key', variable: 'LEADLINE_API_KEY')]) {
  withEnv(["LEADLINE_STATUS=\${currentBuild.currentResult}", "LEADLINE_STARTED_AT=\${currentBuild.startTimeInMillis}"]) {
    sh '${groovyText(reportCommand(input, 'finish'))}'
  }
} } }
`,
  }
}

/** What stands between single quotes in Groovy. */
function groovyText(script: string): string {
  return script.replace(/[\\']/g, '\\$&')
}
