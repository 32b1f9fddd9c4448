import {
  Activity,
  AudioLines,
  CircleUser,
  CircleX,
  Keyboard,
  MessagesSquare,
  Plus,
  RefreshCw,
  Settings,
  Wallet,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PageAction } from '../../../shared/model/shortcuts.ts'
import type { Application, ProfileView } from '../../../shared/schemas/profile.ts'
import { useCommand } from '../../api/use-command.ts'
import { chooseApplication, useApplication } from '../../state/application-store.ts'
import { askForAddSessions, askForCloseAll } from '../../state/navigation-store.ts'
import { showToast } from '../../state/toast-store.ts'
import { usePageActions, useShortcutKeys } from '../../state/use-page-actions.ts'
import type { PaletteItem } from './palette-item.ts'

const pageActions: readonly (readonly [PageAction, LucideIcon])[] = [
  ['avatars', CircleUser],
  ['conversations', MessagesSquare],
  ['sessions', AudioLines],
  ['account', Wallet],
  ['activity', Activity],
  ['settings', Settings],
  ['shortcuts', Keyboard],
]

/** What can be done to an application: closing opens the dialog that asks, and nothing is sent from here. */
function useApplicationItems(view: ProfileView | null): (application: Application) => readonly PaletteItem[] {
  const { t } = useTranslation('palette')
  const shortcuts = useShortcutKeys()
  const { mutate: refresh } = useCommand('session.refresh', {
    onFailure: () => showToast({ text: t('notRefreshed') }),
  })
  if (view === null) return () => []
  const { id: profileId, protection } = view.profile
  return ({ appId, label }) => {
    const item = (what: 'closeAll' | 'refresh' | 'addSessions', Icon: LucideIcon, run: () => void): PaletteItem => ({
      key: `${what} ${appId}`,
      Icon,
      label: t(`name.${what}`),
      hint: label === '' ? appId : label,
      ...(what !== 'closeAll' && { shortcut: shortcuts[what] }),
      run: () => {
        chooseApplication(profileId, appId)
        run()
      },
    })
    const closeAll = item('closeAll', CircleX, () => askForCloseAll(appId))
    return [
      ...(protection === 'read-only' ? [] : [closeAll]),
      item('refresh', RefreshCw, () => refresh({ appId })),
      item('addSessions', Plus, askForAddSessions),
    ]
  }
}

/** What can be done: to the application on screen first, and the sections. */
export function useActionItems(view: ProfileView | null, typed: string): readonly PaletteItem[] {
  const { t } = useTranslation('palette')
  const actions = usePageActions()
  const shortcuts = useShortcutKeys()
  const shown = useApplication(view)
  const itemsOf = useApplicationItems(view)
  const others = (view?.profile.applications ?? []).filter((one) => one !== shown)
  const applications = shown === null ? [] : [shown, ...others]
  const page = (name: PageAction, Icon: LucideIcon): PaletteItem => ({
    ...{ key: name, Icon, label: t(`name.${name}`), hint: '' },
    ...{ shortcut: shortcuts[name], run: actions[name] },
  })
  const pages = pageActions.map(([name, Icon]) => page(name, Icon))
  // An Enter in haste, before anything is typed, opens a section.
  return typed.trim() === ''
    ? [...pages, ...applications.slice(0, 1).flatMap(itemsOf)]
    : [...applications.flatMap(itemsOf), ...pages]
}
