import { useMemo } from 'react'
import type { PageAction } from '../../shared/model/shortcuts.ts'
import type { Section } from '../../shared/schemas/app.ts'
import { useOpenProfile } from '../api/use-app-state.ts'
import { useCommand } from '../api/use-command.ts'
import { chooseImages } from './choose-images.ts'
import { go, openOverlay, useApplication } from './location-store.ts'

/**
 * The actions of shortcuts, menu items and palette items in the page. They only open, go or read, and send nothing
 * else.
 */
export function usePageActions(): Readonly<Record<PageAction, () => void>> {
  const view = useOpenProfile()
  const hasProfile = view !== null
  const appId = useApplication(view)?.appId
  const { mutate: refresh } = useCommand('session.refresh')
  return useMemo(() => {
    const goTo = (section: Section) => () => go({ section })
    return {
      palette: () => openOverlay('palette'),
      shortcuts: () => openOverlay('shortcuts'),
      avatars: goTo('avatars'),
      conversations: goTo('conversations'),
      sessions: goTo('sessions'),
      account: goTo('account'),
      activity: goTo('activity'),
      settings: goTo('settings'),
      chooseImages: () => {
        go({ section: 'avatars' })
        chooseImages()
      },
      refresh: () => {
        if (appId !== undefined) refresh({ appId })
      },
      addSessions: () => {
        if (hasProfile) go({ section: 'sessions', ask: 'add' })
      },
    }
  }, [hasProfile, appId, refresh])
}
