import { quote } from './snippet'

/** What a question is filled in with: the full address of this installation, and a pull request to ask about. */
type Input = { baseUrl: string; repository: string; number: number; apiKey: string }

/** Asks from any shell whether a pull request is in production. */
export function liveCurl({ baseUrl, repository, number, apiKey }: Input): string {
  return `export LEADLINE_API_KEY=${quote(apiKey)}

curl --fail-with-body --silent --show-error \\
  --header "Authorization: Bearer $LEADLINE_API_KEY" \\
  --get --data-urlencode ${quote(`repository=${repository}`)} --data number=${number} \\
  ${quote(`${baseUrl}/api/pull-requests/live`)}
`
}
