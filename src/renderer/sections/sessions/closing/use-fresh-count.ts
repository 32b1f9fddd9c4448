import { useEffect, useState } from 'react'
import type { AppId } from '../../../../shared/ids.ts'
import type { CloseAllTicket } from '../../../../shared/schemas/session.ts'
import { useCommand } from '../../../api/use-command.ts'
import { useIsOlder } from '../../../i18n/age.tsx'

/** A confirmation whose count is read again while it is on screen. */
export interface FreshCount {
  /** The newest; the ones before are void. */
  readonly ticket: CloseAllTicket
  readonly isReading: boolean
  /** True when the count is too old to act on. */
  readonly isOld: boolean
  /** Why the count could not be read again; polling stops then. */
  readonly error: Error | null
  /** Reads now, and polls for a while. */
  readonly readAgain: () => void
}

/** A count older than this is not acted on, in milliseconds. */
const oldMs = 5_000

// Read a little before it is too old, so that the button does not go off and on.
const dueMs = 4_000

// A dialog that was forgotten must not poll the service for ever.
const automaticMs = 120_000

/** Keeps the count of a confirmation fresh: polls for two minutes, then reads on request. */
export function useFreshCount(first: CloseAllTicket, appId: AppId): FreshCount {
  const [since, setSince] = useState(() => Date.now())
  const [readAt, setReadAt] = useState(0)
  const { mutate, data, isPending, error } = useCommand('session.openCloseAll', {
    onEnd: () => setReadAt(Date.now()),
  })
  // A read that failed leaves the ticket before it: its count is then too old.
  const [ticket, setTicket] = useState(first)
  if (data !== undefined && data !== ticket) setTicket(data)
  // A count that is old when it comes, as by a clock that was set, must not be read again without a pause.
  const isDue = useIsOlder(Math.max(ticket.count.at, readAt), dueMs)
  const isOld = useIsOlder(ticket.count.at, oldMs)
  const isOver = useIsOlder(since, automaticMs)
  const isRequested = isDue && !isOver && !isPending && error === null
  useEffect(() => {
    if (isRequested) mutate({ appId })
  }, [isRequested, mutate, appId])
  return {
    ticket,
    isReading: isPending,
    isOld,
    error,
    readAgain: () => {
      setSince(Date.now())
      if (!isPending) mutate({ appId })
    },
  }
}
