import { annotations } from './annotations'
import type { Question } from './define-question'
import { deployments, oneDeployment } from './deployments'
import { incidents } from './incidents'
import { metricQuestions, overview } from './metrics'
import { live, pullRequests, undeployed } from './pull-requests'
import { risk } from './risk'
import { services } from './services'
import { signals } from './signals'

/** Everything that can be asked, in the order in which it is listed. */
export const questions: readonly Question[] = [
  overview,
  ...metricQuestions,
  services,
  deployments,
  oneDeployment,
  pullRequests,
  undeployed,
  live,
  incidents,
  annotations,
  signals,
  risk,
]
