import { requireMember } from '@/lib/auth/require-member'
import { exportDeployments } from '@/lib/deployments/export-csv'
import { parseDeploymentFilters } from '@/lib/deployments/filters'
import { AppError } from '@/lib/errors'
import { route } from '@/lib/http'

type Context = { params: Promise<{ org: string }> }

/** All deployments that the filters of the query string mean, as a file. */
export function GET(request: Request, { params }: Context): Promise<Response> {
  return route(async () => {
    const { organization } = await requireMember((await params).org)
    const { filters, problems } = parseDeploymentFilters(new URL(request.url).searchParams)
    const [problem] = problems
    if (problem) throw new AppError('invalid', `${problem.name} ${problem.message}`)
    return new Response(streamOf(exportDeployments(organization.id, filters)), {
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${organization.slug}-deployments.csv"`,
      },
    })
  })(request)
}

/** Asks for the next piece when the reader has taken the one before. */
function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: () => void pieces.return(undefined),
  })
}
