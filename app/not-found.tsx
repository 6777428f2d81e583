import Link from 'next/link'
import { Wordmark } from '@/components/ui/wordmark'

export default function NotFoundPage() {
  return (
    <main className="mx-auto flex max-w-3xl flex-col gap-8 px-5 py-10 sm:px-8 sm:py-16">
      <Wordmark />
      <h1 className="text-2xl font-semibold tracking-tight">There is nothing at this address</h1>
      <Link className="underline underline-offset-4" href="/">
        What runs here and how to post
      </Link>
    </main>
  )
}
