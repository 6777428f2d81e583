type Prompt = { name: string; title: string; description: string; text: string }

const rules =
  'Use only numbers that the tools of Leadline return. With each number give its sample and the link to its page, and say what the coverage is. Where there is not enough data, say so.'

/** What people ask most. */
export const prompts: readonly Prompt[] = [
  {
    name: 'what_did_we_ship',
    title: 'What did we ship this week?',
    description: 'The production deployments of the last seven days, what they contained, and how long it took.',
    text: `What did we ship to production in the last seven days, and how long did it take? Call get_throughput, get_lead_time and list_services with range 7d; the rows of get_lead_time are the pull requests that reached production, with deliveredAt. Group by service, name the most important ones, and close with the median lead time and what failed. ${rules}`,
  },
  {
    name: 'why_lead_time_changed',
    title: 'Why did our lead time change?',
    description: 'Lead time against the period before, by service and stage, and the pull requests that took longest.',
    text: `Why did our lead time change? Call get_lead_time with range 30d and sort slowest, get_cycle_time and get_pull_request_size with range 30d, and list_services with range 30d. Say how large the change is against its sample, which services and which stage it comes from, and which pull requests took longest. Do not claim a cause that the numbers do not show. ${rules}`,
  },
  {
    name: 'is_it_safe_to_deploy',
    title: 'Is it safe to deploy?',
    description: 'What waits to be deployed, what failed lately, and which incidents are open.',
    text: `Is it safe to deploy now? Call list_incidents and get_change_failure_rate with range 30d, list_deployments with status failure and with status in_progress, and list_undeployed_pull_requests. Say which services have an open incident or a deployment under way, how much waits for each service and for how long, and how that compares with what they usually ship. Give a recommendation for each service, with its reasons. ${rules}`,
  },
]
