import { Command, Option } from 'commander'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { formatCount } from '@/lib/core/format'
import { leadTimeStarts } from '@/lib/insights/metrics/settings'
import { defaultPreset, maxDays, presets } from '@/lib/insights/reports/chosen-days'
import { parseMetricFilters } from '@/lib/insights/reports/filters'
import { readReport } from '@/lib/insights/reports/read-report'
import { unknownWords } from '@/lib/insights/reports/wording'
import { metricsText } from '../metrics-text'
import { filled, refuseOptions } from '../options'
import { printResult } from '../output'
import { refuseUnknown } from '../unknown-names'
import { withMigratedDatabase } from '../with-database'

const epilogue = `
Days are days of the organization's time zone, at most ${formatCount(maxDays)} of them. Each
number is shown next to that of as many days before, or of the week, month or quarter
before, unless --against names another. What the plan of the
organization does not include is named, and null in JSON.
Exit codes: 0 printed, 1 failed (an unknown service, environment, repository or
team among others), 2 the command was not understood.`

/** `leadline metrics` */
export function metricsCommand(): Command {
  return new Command('metrics')
    .description('Print the metrics of a period: the numbers of the Insights page, and how they were made.')
    .requiredOption('--org <slug>', 'slug of the organization')
    .option('--from <day>', 'first day, such as 2026-11-01', filled)
    .option('--to <day>', 'last day; today unless given', filled)
    .addOption(
      new Option('--range <days>', `days up to today; ${defaultPreset} unless days are given`)
        .choices(presets)
        .conflicts(['from', 'to', 'period']),
    )
    .addOption(
      new Option(
        '--period <name>',
        'a week, month or quarter up to today, such as 2026-W47, 2026-11, 2026-Q4',
      ).conflicts(['from', 'to']),
    )
    .option('--against <name>', 'compare with year-before, or with another week, month or quarter', filled)
    .option('--against-from <day>', 'first day to compare with, in place of --against', filled)
    .option('--against-to <day>', 'last day to compare with; as many days unless given', filled)
    .option('--service <name>', 'only this service', filled)
    .option('--environment <name>', 'only this environment', filled)
    .option('--repository <name>', 'only this repository, by its full name', filled)
    .option('--team <name>', 'only the services of this team', filled)
    .addOption(
      new Option('--lead-time <start>', 'where lead time starts, unless as the organization has set').choices(
        leadTimeStarts,
      ),
    )
    .option('--json', 'print the report as JSON')
    .addHelpText('after', epilogue)
    .action(async (options: MetricsOptions, command: Command) => {
      const { org, json = false, leadTime = '', againstFrom = '', againstTo = '', ...others } = options
      const given = { ...others, 'lead-time': leadTime, 'against-from': againstFrom, 'against-to': againstTo }
      await withMigratedDatabase(async () => {
        const organization = await findOrganization(org)
        const now = new Date()
        const { filters, problems } = parseMetricFilters(new URLSearchParams(given), organization.timeZone, now)
        refuseOptions(command, problems)
        const report = await readReport(organization, filters, now)
        refuseUnknown(org, unknownWords(filters, report.unknown))
        printResult(report, json, () => metricsText(report))
      })
    })
}

type MetricsOptions = Record<string, string> & {
  org: string
  json?: boolean
}
