import { refresh } from 'next/cache'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { AppError } from '@/lib/core/errors'
import { endAnswer } from '@/lib/http/request-context'
import { placeToDraw } from '@/lib/web/page-places'

/**
 * Waits for a place to draw the page that the answer holds: always for a browser without scripts, and for others where
 * something changed. Without a place the answer is what became of the form alone, and none where that has to be a page.
 */
export async function drawNext(changed: boolean): Promise<void> {
  const hasScripts = (await headers()).has('next-action')
  if (hasScripts && !changed) return
  try {
    await placeToDraw()
    if (changed) refresh()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (hasScripts) return
    endAnswer()()
    // The page would be drawn all the same.
    redirect('/')
  }
}
