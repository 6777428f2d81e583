import { CodeBlock } from '@/components/ui/code-block'
import { Wordmark } from '@/components/ui/wordmark'
import { env } from '@/lib/env'

export const dynamic = 'force-dynamic'

const createKey = `npm run -s leadline -- org create --slug acme --name "Acme"
npm run -s leadline -- key create --org acme --name ci`

const importClone = `npm run -s leadline -- import git --org acme \\
  --repository api --path /path/to/clone`

const postEvent = (baseUrl: string) => `curl --fail-with-body --location --retry 3 \\
  ${baseUrl}/api/webhooks/deployments \\
  -H "Authorization: Bearer $LEADLINE_API_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{
    "deploymentId": "'"$(uuidgen)"'",
    "service": "api",
    "environment": "production",
    "status": "success",
    "commitSha": "'"$(git rev-parse HEAD)"'",
    "startedAt": "'"$(date -u +%Y-%m-%dT%H:%M:%SZ)"'",
    "completedAt": "'"$(date -u +%Y-%m-%dT%H:%M:%SZ)"'"
  }'`

const answer = '{"action":"created","deploymentId":1,"linkedPRs":1}'

export default function HomePage() {
  const baseUrl = env().NEXTAUTH_URL?.replace(/\/$/, '') ?? `http://localhost:${env().PORT}`
  return (
    <main className="mx-auto flex max-w-3xl flex-col gap-12 px-5 py-10 sm:px-8 sm:py-16">
      <Wordmark />
      <header className="flex flex-col gap-4">
        <h1 className="max-w-xl text-3xl leading-tight font-semibold tracking-tight text-balance sm:text-4xl">
          This server records deployments and finds the pull requests they shipped.
        </h1>
        <p className="max-w-xl leading-relaxed text-muted">
          Any CI/CD system posts its deployments to one address. A production success is linked to its pull requests at
          once, and the answer says how many.
        </p>
      </header>
      <ol className="flex flex-col gap-10">
        <Step number={1} title="Create an organization and a key">
          <CodeBlock label="In the folder of this server">{createKey}</CodeBlock>
        </Step>
        <Step number={2} title="Import what it can ship">
          <CodeBlock label="Any local clone, of any host">{importClone}</CodeBlock>
        </Step>
        <Step number={3} title="Post a deployment">
          <CodeBlock label="In a clone of the service, or in its pipeline">{postEvent(baseUrl)}</CodeBlock>
          <CodeBlock label="Answer">{answer}</CodeBlock>
        </Step>
      </ol>
      <footer className="border-t border-line pt-5 text-sm text-muted">
        <a className="underline underline-offset-4 hover:text-ink" href="/api/health">
          Health of this server
        </a>
      </footer>
    </main>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: React.ReactNode }) {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-y-4 sm:grid-cols-[2.5rem_minmax(0,1fr)]">
      <span aria-hidden="true" className="font-mono text-sm leading-7 text-muted">
        {number}
      </span>
      <h2 className="text-lg leading-7 font-medium">{title}</h2>
      <div className="col-span-2 flex flex-col gap-4 sm:col-span-1 sm:col-start-2">{children}</div>
    </li>
  )
}
