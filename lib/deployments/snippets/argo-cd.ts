import type { Snippet, SnippetInput } from './snippet'

/**
 * A webhook of Argo CD notifications. A sync counts once it is healthy, and as a failure when it fails or ends
 * degraded; one that never began deployed nothing.
 */
export function argoCd({ baseUrl }: SnippetInput): Snippet {
  return {
    id: 'argo-cd',
    title: 'Argo CD',
    file: 'argocd-notifications-cm.yaml',
    language: 'yaml',
    note: "Store the key as leadline-api-key in the secret argocd-notifications-secret, and subscribe an application with the annotation notifications.argoproj.io/subscribe.leadline.leadline: ''. The service is the application's name; set an alias of the repository where they differ. The commit is that of the repository Argo CD syncs from.",
    text: `apiVersion: v1
kind: ConfigMap
metadata:
  name: argocd-notifications-cm
  namespace: argocd
data:
  context: |
    argocdUrl: https://argocd.example.com # your own address
  service.webhook.leadline: |
    url: ${baseUrl}/api/webhooks/deployments
    headers:
      - name: Authorization
        value: Bearer $leadline-api-key
      - name: Content-Type
        value: application/json
  trigger.leadline: |
    - when: >-
        app.status.operationState != nil and app.status.operationState.syncResult != nil and
        (app.status.operationState.phase in ['Error', 'Failed'] or
        app.status.operationState.phase == 'Succeeded' and app.status.health.status in ['Healthy', 'Degraded'])
      oncePer: app.status.operationState.startedAt
      send: [leadline]
  template.leadline: |
    webhook:
      leadline:
        method: POST
        body: |
          {
            "deploymentId": {{ printf "argocd-%s-%s" .app.metadata.name .app.status.operationState.startedAt | toJson }},
            "commitSha": {{ .app.status.operationState.syncResult.revision | toJson }},
            "environment": "production",
            "service": {{ .app.metadata.name | toJson }},
            "status": {{ if and (eq .app.status.operationState.phase "Succeeded") (eq .app.status.health.status "Healthy") }}"success"{{ else }}"failure"{{ end }},
            "startedAt": {{ .app.status.operationState.startedAt | toJson }},
            "completedAt": {{ .app.status.operationState.finishedAt | toJson }},
            "branch": {{ .app.spec.source.targetRevision | toJson }},
            "triggeredBy": {{ .app.status.operationState.operation.initiatedBy.username | toJson }},
            "pipelineName": "Argo CD",
            "pipelineUrl": {{ printf "%s/applications/%s" .context.argocdUrl .app.metadata.name | toJson }}
          }
`,
  }
}
