import { useEffect } from 'react'
import { useEvent } from '../api/events.ts'
import { useCommand } from '../api/use-command.ts'
import type { ProfileView } from '../../shared/schemas/profile.ts'
import { showLinkedSession } from '../state/inbox-view-store.ts'
import { askForAddSessions } from '../state/navigation-store.ts'
import { goToSessionsOf } from '../state/sessions-tab-store.ts'

/**
 * Shows a session that came by a link or a command, or the box for session ids, whatever section is open; also one that
 * came before this page was loaded. Nothing is done to a session.
 */
export function useDeepLinks(view: ProfileView): void {
  const { mutate } = useCommand('inbox.consumeLinked', {
    onDone: ({ sessions, isAddAsked }) => {
      for (const { sessionId, appId, isNew } of sessions) {
        const isListed = goToSessionsOf(view, appId)
        showLinkedSession(view.profile.id, { sessionId, isNew }, isListed ? 'application' : 'all')
      }
      if (isAddAsked) askForAddSessions()
    },
  })
  useEffect(() => {
    mutate({})
  }, [mutate])
  useEvent('inbox.linked', () => mutate({}))
}
