import { firstCharacters, plural } from '@/lib/core/format'
import type { AuditEntry } from './list'

/** An entry as a sentence without its actor: `changed the role of`, `bo@acme.com`, ` from member to owner`. */
export type AuditSentence = { label: string; subject: string | null; rest: string; reason: string | null }

/** What reads better than verb and thing; `bare` where the label needs no subject. */
const labels: Record<string, { label: string; bare?: true }> = {
  'annotation.changed': { label: 'changed the annotation' },
  'annotation.created': { label: 'added the annotation' },
  'annotation.removed': { label: 'removed the annotation' },
  'app.installed': { label: 'installed the app of' },
  'app.withdrawn': { label: 'uninstalled or suspended the app of' },
  'connection-token.replaced': { label: 'replaced the token of' },
  'deployment.failure-taken-back': { label: 'took back the failure of' },
  'deployment.incident-tied': { label: 'tied an incident to' },
  'deployment.incident-untied': { label: 'untied an incident from' },
  'deployment.marked-failed': { label: 'marked as failed' },
  'deployment.revert-dismissed': { label: 'said that a revert was no failure of' },
  'destination-secret.replaced': { label: 'replaced the signing secret of' },
  'destination.changed': { label: 'changed notifications to' },
  'destination.created': { label: 'added notifications to' },
  'destination.paused': { label: 'paused notifications to' },
  'destination.removed': { label: 'removed notifications to' },
  'destination.resumed': { label: 'resumed notifications to' },
  'goal.removed': { label: 'removed the goal' },
  'goal.set': { label: 'set the goal' },
  'invitation.revoked': { label: 'revoked the invitation of' },
  'member.invited': { label: 'invited' },
  'member.joined': { label: 'joined', bare: true },
  'incident.note-added': { label: 'wrote a note on the incident of' },
  'incident.note-removed': { label: 'removed a note on the incident of' },
  'incident.left': { label: 'is no longer on the incident of' },
  'incident.taken': { label: 'is on the incident of' },
  'member.left': { label: 'left', bare: true },
  'member.removed': { label: 'removed' },
  'member.role-changed': { label: 'changed the role of' },
  'outside-incident.changed': { label: 'changed the incident' },
  'outside-incident.recorded': { label: 'recorded the incident' },
  'outside-incident.removed': { label: 'deleted the incident' },
  'metric-alert.removed': { label: 'removed the metric alert' },
  'metric-alert.set': { label: 'set the metric alert' },
  'notification.redelivered': { label: 'sent again the notification' },
  'organization.created': { label: 'created the organization' },
  'organization.lead-time-start-set': { label: 'changed the start of lead time', bare: true },
  'organization.plan-set': { label: 'set the plan', bare: true },
  'organization.production-names-set': { label: 'changed the production names', bare: true },
  'organization.exported': { label: 'exported the organization', bare: true },
  'organization.renamed': { label: 'renamed the organization', bare: true },
  'organization.rolled-back-fails-set': { label: 'changed whether rolled back counts as failed', bare: true },
  'organization.signal-thresholds-set': { label: 'changed what risk signals begin at', bare: true },
  'organization.badges-set': { label: 'turned badges on or off', bare: true },
  'organization.time-zone-set': { label: 'set the time zone', bare: true },
  'repository.aliases-changed': { label: 'changed the aliases of' },
  'repository.monitored': { label: 'resumed repository' },
  'repository.monitoring-stopped': { label: 'stopped updates of repository' },
  'repository.renamed': { label: 'renamed repository', bare: true },
  'service-paths.removed': { label: 'removed the paths of' },
  'service-paths.set': { label: 'set the paths of' },
  'service.team-set': { label: 'set the team of' },
  'signal.state-set': { label: 'changed the signal' },
  'webhook-secret.revealed': { label: 'revealed the webhook secret of' },
}

/** What an action is called: `voided deployment` for `deployment.voided`. */
export function actionLabel(action: string): string {
  const [thing = '', verb = ''] = action.split('.')
  return labels[action]?.label ?? `${inWords(verb)} ${inWords(thing)}`.trim()
}

/** An entry of the audit log in words. */
export function auditSentence({ action, subject, details }: Pick<AuditEntry, 'action' | 'subject' | 'details'>) {
  const { reason, role, from, to, added, othersAdded, removed, othersRemoved, ...others } = details ?? {}
  const rest = [
    typeof role === 'string' ? ` as ${role}` : '',
    changeInWords(from, to),
    listInWords('added', added, othersAdded),
    listInWords('removed', removed, othersRemoved),
    ...Object.entries(others)
      .filter(([, value]) => isShown(value))
      .map(([name, value]) => (value === true ? `, ${inWords(name)}` : `, ${inWords(name)} ${valueInWords(value)}`)),
  ]
  const sentence: AuditSentence = {
    label: actionLabel(action),
    subject: labels[action]?.bare ? null : subject,
    rest: rest.join(''),
    reason: typeof reason === 'string' ? reason : null,
  }
  return sentence
}

/** The same in one line of text, without the actor. */
export function auditText(entry: Pick<AuditEntry, 'action' | 'subject' | 'details'>): string {
  const { label, subject, rest, reason } = auditSentence(entry)
  const done = `${label}${subject === null ? '' : ` ${subject}`}${rest}`
  return reason === null ? done : `${done}: ${reason}`
}

function changeInWords(from: unknown, to: unknown): string {
  if (from === undefined || to === undefined) return ''
  if (!isRecord(from) || !isRecord(to)) return ` from ${valueInWords(from)} to ${valueInWords(to)}`
  return Object.keys(to)
    .filter((name) => JSON.stringify(from[name]) !== JSON.stringify(to[name]))
    .map((name) => `, ${inWords(name)} from ${valueInWords(from[name])} to ${valueInWords(to[name])}`)
    .join('')
}

function listInWords(verb: string, items: unknown, others: unknown): string {
  if (items === undefined) return ''
  return `, ${verb} ${valueInWords(items)}${typeof others === 'number' ? ` and ${plural(others, 'other')}` : ''}`
}

function valueInWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (!Array.isArray(value)) return firstCharacters(String(value))
  return value.length === 0 ? 'none' : value.map(valueInWords).join(', ')
}

function isShown(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && value !== false && !isRecord(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** `api-key` and `serviceKey` as people write them. */
function inWords(name: string): string {
  const words = name
    .replace(/-/g, ' ')
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
  return words.replace(/\bapi\b/g, 'API').replace(/\burl\b/g, 'URL')
}
