import { quote, type Snippet, type SnippetInput } from './snippet'

const argo = 'kubectl -n argocd'

/** Three commands for anyone who can change Argo CD: what to post and when, the key, and which application. */
export function argoCd({ baseUrl, service }: SnippetInput): Snippet {
  return {
    id: 'argo-cd',
    title: 'Argo CD',
    file: 'In a shell with kubectl',
    language: 'bash',
    note: 'The last command subscribes one application: put its name there, and the annotation in its manifest where Argo CD manages that as well. The service is the name of the application, and the commit that of its first source which is a git repository. Annotations of the application say otherwise: leadline/service, leadline/environment, and leadline/commit-sha, without which one that has only Helm charts posts nothing.',
    text: `export LEADLINE_API_KEY=ldl_… # your own key

${argo} patch configmap argocd-notifications-cm --patch "$(curl -fsSL ${quote(baseUrl)}/argocd.yaml)"
printf '{"stringData":{"leadline-api-key":"%s"}}' "$LEADLINE_API_KEY" | ${argo} patch secret argocd-notifications-secret --patch-file /dev/stdin
${argo} annotate application ${quote(service)} notifications.argoproj.io/subscribe.leadline.leadline=
`,
  }
}
