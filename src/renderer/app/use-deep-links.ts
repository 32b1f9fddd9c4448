import { useEffect } from 'react'
import { useEvent } from '../api/events.ts'
import { useCommand } from '../api/use-command.ts'
import type { LinkedSession } from '../../shared/schemas/inbox.ts'
import type { ProfileView } from '../../shared/schemas/profile.ts'
import { chooseApplication } from '../state/application-store.ts'
import { showLinkedSession } from '../state/inbox-view-store.ts'
import { askForAddSessions } from '../state/navigation-store.ts'
import { goToSessions } from '../state/sessions-tab-store.ts'

function show({ profile }: ProfileView, { sessionId, appId, isNew }: LinkedSession): void {
  const isOurs = profile.applications.some((application) => application.appId === appId)
  if (appId !== null && isOurs) chooseApplication(profile.id, appId)
  // A call of an application that the profile does not list has its row among all of them alone.
  showLinkedSession(profile.id, { sessionId, isNew }, appId === null || isOurs ? 'application' : 'all')
  goToSessions('live')
}

/**
 * Shows a session that came by a link or a command, or the box for session ids, whatever section is open; also one that
 * came before this page was loaded. Nothing is done to a session.
 */
export function useDeepLinks(view: ProfileView): void {
  const { mutate } = useCommand('inbox.consumeLinked', {
    onDone: ({ sessions, isAddAsked }) => {
      for (const session of sessions) show(view, session)
      if (isAddAsked) askForAddSessions()
    },
  })
  useEffect(() => {
    mutate({})
  }, [mutate])
  useEvent('inbox.linked', () => mutate({}))
}
