import type { Read } from '@/lib/db/reading'
import type { Severity } from '@/lib/generated/prisma/enums'
import type { Unit } from '@/lib/insights/metrics/metric-value'

/** What a rule begins at, which an organization may change. */
export type Threshold = {
  label: string
  /** As a person enters it: 15 for 15%. */
  unit: '%' | 'hours' | 'days' | 'times' | 'lines' | 'minutes' | 'posts'
  suggested: number
  min: number
  max: number
}

/** A number that a signal rests on. */
export type Evidence = { label: string; value: number; unit: Unit }

/** What a rule found: about what, how bad, and by which numbers. */
export type Finding = {
  /** A service's key or an id; empty for the organization. */
  subject: string
  name: string | null
  /** Key of the service that it is about, or whose deployment; null for others. */
  service: string | null
  severity: Severity
  evidence: Evidence[]
  /** The page of its rows, within the organization: `/deployments/12`. */
  path: string
}

type Scope<Name extends string> = {
  organizationId: number
  timeZone: string
  now: Date
  thresholds: Record<Name, number>
}

type Written<Name extends string> = {
  slug: string
  /** `Deployment is stuck`. */
  title: string
  category: 'deployments' | 'pull requests' | 'people' | 'pipelines'
  /** When it fires, for people who set its thresholds. */
  sentence: string
  /** What to do about it. */
  recommendation: string
  thresholds: Record<Name, Threshold>
  /** At most `maxFindings`, the worst first. One statement or a few, within the two seconds of `reading`. */
  find(read: Read, scope: Scope<Name>): Promise<Finding[]>
}

/** A rule as its readers see it. */
export type Rule = Omit<Written<string>, 'find'> & {
  find(read: Read, scope: Scope<string>): Promise<Finding[]>
}

/** So many findings of one rule are kept: an organization with more has one problem, not hundreds. */
export const maxFindings = 100

/** Something that Leadline warns of: when, about what, and what to do about it. */
export function defineRule<Name extends string>(rule: Written<Name>): Rule {
  return rule
}
