import { organizationSection } from '@/app/organization-page'
import { SnippetChoice } from '@/components/settings/snippet-choice'
import { Section } from '@/components/ui/section'
import type { Organization } from '@/lib/accounts/organizations/find'
import { baseUrl } from '@/lib/core/base-url'
import { findExample } from '@/lib/deployments/find-example'
import { servedReporter } from '@/lib/deployments/reporter/served'
import { listSnippets } from '@/lib/deployments/snippets/list'

export const SendSection = organizationSection(readSendSection)

async function readSendSection({ organization }: { organization: Organization }) {
  const { service } = await findExample(organization.id)
  const snippets = listSnippets({ baseUrl: baseUrl(), service })
  return (
    <Section
      id="send"
      lead="What each pipeline needs, with the address of this installation filled in. A report never fails a deployment, and holds it up for 20 seconds at most: the log of the job says what was recorded, or why not."
      title="How to send"
    >
      <SnippetChoice label="CI system" snippets={snippets} />
      <details className="mt-6 text-sm text-muted">
        <summary className="cursor-pointer hover:text-ink">What the snippets run</summary>
        <p className="mt-3 max-w-2xl leading-relaxed">
          One program that this installation serves. It reads the commit, branch, run and person from the variables of
          the CI system. To pin a version, keep a copy in your repository and compare its SHA-256.
        </p>
        <dl className="mt-3 flex flex-col gap-2">
          {(['report.sh', 'report.ps1'] as const).map((file) => (
            <div key={file}>
              <dt>
                <a className="underline underline-offset-4 hover:text-ink" href={`/${file}`}>
                  {file}
                </a>
              </dt>
              <dd className="break-all font-mono text-xs">{servedReporter(file).sha256}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Section>
  )
}
