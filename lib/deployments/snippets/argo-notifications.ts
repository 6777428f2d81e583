/**
 * The patch of Argo CD's ConfigMap that posts the syncs of applications which subscribe to it: a webhook, when, and what.
 * A sync counts once it is healthy, and as a failure when it fails or ends degraded; one that never began, or was a dry
 * run, deployed nothing. The commit is that of the annotation `leadline/commit-sha`, else of the first source that is a
 * git repository: the revision of a Helm chart is a version. Without a commit nothing is posted.
 *
 * Argo CD writes that a sync succeeded before it compares again, and times in whole seconds: a comparison at the second of
 * the end may be the one that started the sync, and know the health of before. So the health counts once a comparison is
 * later than the start too, or the health changed after the end.
 */
export function argoNotifications(baseUrl: string): string {
  return `# For kubectl patch of the ConfigMap argocd-notifications-cm: it adds three keys, and leaves the others alone.
apiVersion: v1
kind: ConfigMap
metadata:
  name: argocd-notifications-cm
data:
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
        app.status.operationState.operation.sync.dryRun != true and
        (app.status.operationState.phase in ['Error', 'Failed'] or
        app.status.operationState.phase == 'Succeeded' and app.status.health.status in ['Healthy', 'Degraded'] and
        !time.Parse(app.status.reconciledAt).Before(time.Parse(app.status.operationState.finishedAt)) and
        (time.Parse(app.status.reconciledAt).After(time.Parse(app.status.operationState.startedAt)) or
        app.status.health.lastTransitionTime != nil and
        time.Parse(app.status.health.lastTransitionTime).After(time.Parse(app.status.operationState.finishedAt)))) and
        (app.metadata.annotations != nil and app.metadata.annotations['leadline/commit-sha'] != nil or
        app.status.operationState.syncResult.revision matches '^[0-9a-f]{40}$' or
        app.status.operationState.syncResult.revisions != nil and
        any(app.status.operationState.syncResult.revisions, {# matches '^[0-9a-f]{40}$'}))
      oncePer: app.status.operationState.startedAt
      send: [leadline]
  template.leadline: |
    webhook:
      leadline:
        method: POST
        body: |
          {{- $operation := .app.status.operationState }}
          {{- $result := $operation.syncResult }}
          {{- $said := default dict .app.metadata.annotations }}
          {{- $commit := get $said "leadline/commit-sha" }}
          {{- $branch := "" }}
          {{- $sources := default (list $result.source) $result.sources }}
          {{- if not $commit }}
            {{- range $index, $revision := default (list $result.revision) $result.revisions }}
              {{- if and (not $commit) (regexMatch "^[0-9a-f]{40}$" $revision) }}
                {{- $commit = $revision }}
                {{- with index $sources $index }}{{ $branch = .targetRevision }}{{ end }}
              {{- end }}
            {{- end }}
          {{- end }}
          {
            "deploymentId": {{ printf "argocd-%s-%s" .app.metadata.name $operation.startedAt | toJson }},
            "commitSha": {{ $commit | toJson }},
            "environment": {{ get $said "leadline/environment" | default "production" | toJson }},
            "service": {{ get $said "leadline/service" | default .app.metadata.name | toJson }},
            "status": {{ if and (eq $operation.phase "Succeeded") (eq .app.status.health.status "Healthy") }}"success"{{ else }}"failure"{{ end }},
            "startedAt": {{ $operation.startedAt | toJson }},
            "completedAt": {{ $operation.finishedAt | toJson }},
            {{- if $branch }}
            "branch": {{ $branch | toJson }},
            {{- end }}
            {{- with $operation.operation.initiatedBy }}{{ with .username }}
            "triggeredBy": {{ . | toJson }},
            {{- end }}{{ end }}
            {{- with .context.argocdUrl }}
            "pipelineUrl": {{ printf "%s/applications/%s" (trimSuffix "/" .) $.app.metadata.name | toJson }},
            {{- end }}
            "pipelineName": "Argo CD"
          }
`
}
