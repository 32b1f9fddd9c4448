import { useQuery } from '@tanstack/react-query'
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
import type { AppId } from '../../../shared/ids.ts'
import { jobName } from '../../../shared/model/job-name.ts'
import { shortcuts } from '../../../shared/model/shortcuts.ts'
import type { PageAction } from '../../../shared/model/shortcuts.ts'
import type { Application, ProfileView } from '../../../shared/schemas/profile.ts'
import { read } from '../../api/queries.ts'
import { useAppState, useIsReadOnly, useOpenProfile } from '../../api/use-app-state.ts'
import { useCommand } from '../../api/use-command.ts'
import { go, setPlace, settingsParts, useApplication } from '../../state/location-store.ts'
import { openTarget } from '../../state/open-conversation.ts'
import { goToSession, showInQueue } from '../../state/view-preferences-store.ts'
import { showToast } from '../../state/toast-store.ts'
import { useFoundJobs } from '../../state/use-jobs.ts'
import { usePageActions } from '../../state/use-page-actions.ts'
import { shortId } from '../../ui/short-id.tsx'
import { useShortcutName } from './use-shortcut-name.ts'

/** What one row of the palette shows, and does once the palette is closed. */
export interface PaletteItem {
  readonly key: string
  readonly Icon: LucideIcon
  readonly label: string
  readonly hint: string
  /** Searched as well, but not shown whole. */
  readonly id?: string
  /** The keys that do the same, as an accelerator. */
  readonly shortcut?: string
  readonly run: () => void
}

interface PaletteGroup {
  readonly heading: string
  readonly items: readonly PaletteItem[]
}

const fold = (text: string): string => text.toLowerCase()

function rankOf({ label, hint }: PaletteItem, needle: string): number {
  if (fold(label).startsWith(needle)) return 0
  return fold(`${label} ${hint}`)
    .split(/[\s,，.·-]+/)
    .some((word) => word.startsWith(needle))
    ? 1
    : 2
}

/** Those that hold what is typed, the best first; the first so many. */
function matching(items: readonly PaletteItem[], typed: string, count: number): readonly PaletteItem[] {
  const needle = fold(typed.trim())
  if (needle === '') return items.slice(0, count)
  const words = needle.split(/\s+/)
  return items
    .filter(({ label, hint, id = '' }) => {
      const text = fold(`${label} ${hint} ${id}`)
      return words.every((word) => text.includes(word))
    })
    .sort((one, other) => rankOf(one, needle) - rankOf(other, needle))
    .slice(0, count)
}

// More than these are found by typing more.
const atMost = 5
const maxActions = 20
// As long as main takes.
const maxSearch = 200

const pageIcons = {
  avatars: CircleUser,
  conversations: MessagesSquare,
  sessions: AudioLines,
  account: Wallet,
  activity: Activity,
  settings: Settings,
  shortcuts: Keyboard,
} as const satisfies Partial<Record<PageAction, LucideIcon>>
const pages = Object.keys(pageIcons) as (keyof typeof pageIcons)[]

/** What can be done to an application: closing opens the dialog that asks, and nothing is sent from here. */
function useApplicationItems(): (application: Application) => readonly PaletteItem[] {
  const { t } = useTranslation('closing')
  const nameOf = useShortcutName()
  const isReadOnly = useIsReadOnly()
  const { mutate: refresh } = useCommand('session.refresh', {
    onFailure: () => showToast({ text: t('count.unread') }),
  })
  const readCount = (appId: AppId): void => {
    setPlace({ section: 'sessions', appId })
    refresh({ appId })
  }
  return ({ appId, label }) => {
    const withKeys = (key: 'refresh' | 'addSessions') => ({ key, label: nameOf(key), shortcut: shortcuts[key] })
    const closeAll = {
      key: 'closeAll',
      label: t('all.action'),
      Icon: CircleX,
      act: () => go({ section: 'sessions', appId, ask: 'close-all' }),
    }
    const items = [
      ...(isReadOnly ? [] : [closeAll]),
      { ...withKeys('refresh'), Icon: RefreshCw, act: () => readCount(appId) },
      { ...withKeys('addSessions'), Icon: Plus, act: () => go({ section: 'sessions', appId, ask: 'add' }) },
    ]
    return items.map(({ key, act, ...item }) => ({
      ...item,
      key: `${key} ${appId}`,
      hint: label === '' ? appId : label,
      run: act,
    }))
  }
}

/** What can be done: to the application on screen first, and the sections. */
function useActionItems(view: ProfileView | null, typed: string): readonly PaletteItem[] {
  const nameOf = useShortcutName()
  const actions = usePageActions()
  const shown = useApplication(view)
  const itemsOf = useApplicationItems()
  const others = (view?.profile.applications ?? []).filter((one) => one !== shown)
  const applications = shown === null ? [] : [shown, ...others]
  const pageItems = pages.map((name) => ({
    key: name,
    Icon: pageIcons[name],
    label: nameOf(name),
    hint: '',
    shortcut: shortcuts[name],
    run: actions[name],
  }))
  // An Enter in haste, before anything is typed, opens a section.
  return typed.trim() === ''
    ? [...pageItems, ...applications.slice(0, 1).flatMap(itemsOf)]
    : [...applications.flatMap(itemsOf), ...pageItems]
}

/** By its name, with the id behind it; by the id alone without one. */
function useNamed(): (name: string, id: string, more?: string) => Pick<PaletteItem, 'label' | 'hint' | 'id'> {
  const { t } = useTranslation('common')
  return (name, id, more = '') => {
    const hints = [name === '' ? '' : shortId(id), more].filter((hint) => hint !== '')
    return { label: name === '' ? shortId(id) : name, hint: hints.join(t('comma')), id }
  }
}

const maxConversations = 2_000

function useConversationItems(view: ProfileView | null): readonly PaletteItem[] {
  const named = useNamed()
  const library = useQuery({
    ...read('library.list', { show: 'all', tag: null, limit: maxConversations }),
    enabled: view !== null,
  }).data
  if (view === null) return []
  return (library?.rows ?? []).map(({ conversationId, name, snapshotId }) => ({
    key: `conversation ${conversationId}`,
    Icon: MessagesSquare,
    ...named(name ?? '', conversationId),
    run: () => openTarget({ conversationId, snapshotId }),
  }))
}

function useSessionItems(view: ProfileView | null): readonly PaletteItem[] {
  const named = useNamed()
  const inbox = useQuery({ ...read('inbox.list', { appId: null, showsEnded: false }), enabled: view !== null }).data
  if (view === null) return []
  return (inbox?.sessions ?? []).map((session) => {
    const { sessionId, appId, label } = session
    const application = view.profile.applications.find((one) => one.appId === appId)?.label ?? ''
    return {
      key: `session ${sessionId}`,
      Icon: AudioLines,
      ...named(label, sessionId, application),
      run: () => goToSession(view, { appId, sessionId }),
    }
  })
}

function useProfileItems(): readonly PaletteItem[] {
  const { t } = useTranslation(['app', 'common'])
  const profiles = useAppState()?.profiles ?? []
  const { mutate: open } = useCommand('profile.open', {
    onFailure: (_error, { profileId }) => {
      const name = profiles.find(({ profile }) => profile.id === profileId)?.profile.name ?? ''
      showToast({ text: t('notOpened', { name }) })
    },
  })
  return profiles.map(({ profile: { id, name, kind, baseUrl, protection } }) => {
    const host = URL.parse(baseUrl)?.host ?? baseUrl
    return {
      key: `profile ${id}`,
      Icon: CircleUser,
      label: name,
      hint: [kind === 'practice' ? t('practice') : host, t(`protection.${protection}`)].join(t('common:comma')),
      run: () => open({ profileId: id }),
    }
  })
}

function useAvatarItems(typed: string): readonly PaletteItem[] {
  const { t } = useTranslation('palette')
  const hasProfile = useOpenProfile() !== null
  const search = typed.trim().slice(0, maxSearch)
  const { data: found, isPlaceholderData } = useFoundJobs({
    search,
    states: [],
    sort: 'newest',
    archived: false,
    limit: atMost,
  })
  const items = (hasProfile ? (found?.rows ?? []) : []).map((job) => ({
    key: `avatar ${job.id}`,
    Icon: CircleUser,
    label: jobName(job) || t('unnamed'),
    hint: shortId(job.result?.conversationId ?? job.taskId ?? ''),
    run: () => showInQueue(job.id),
  }))
  // Until main has searched, none that Enter would open in the place of what was typed.
  return isPlaceholderData ? matching(items, typed, atMost) : items
}

function useSettingsItems(view: ProfileView | null): readonly PaletteItem[] {
  const { t } = useTranslation('settings')
  const item = (key: string, label: string, run: () => void): PaletteItem => ({
    key: `settings ${key}`,
    Icon: Settings,
    label,
    hint: '',
    run,
  })
  return [
    item('new', t('newProfile'), () => go({ section: 'settings', form: 'new-profile' })),
    ...settingsParts
      // The profiles have a group of their own.
      .filter((part) => part !== 'profiles' && (part !== 'alerts' || view !== null))
      .map((part) => ({
        ...item(part, t(`parts.${part}`), () => go({ section: 'settings', part })),
        // Its panel is headed by the question that it answers.
        hint: part === 'token' ? t('where.title') : '',
      })),
  ]
}

/** Everything that the palette finds for what is typed, by kind; kinds of which nothing is found are left out. */
export function usePaletteGroups(typed: string): readonly PaletteGroup[] {
  const { t } = useTranslation(['palette', 'app', 'settings'])
  const view = useOpenProfile()
  const actions = useActionItems(view, typed)
  const conversations = useConversationItems(view)
  const sessions = useSessionItems(view)
  const avatars = useAvatarItems(typed)
  const profiles = useProfileItems()
  const settings = useSettingsItems(view)
  return [
    { heading: t('actions'), items: matching(actions, typed, maxActions) },
    { heading: t('app:section.conversations'), items: matching(conversations, typed, atMost) },
    { heading: t('app:section.sessions'), items: matching(sessions, typed, atMost) },
    // Main has searched them, in more than what is shown here.
    { heading: t('app:section.avatars'), items: avatars },
    { heading: t('settings:parts.profiles'), items: matching(profiles, typed, atMost) },
    { heading: t('app:section.settings'), items: matching(settings, typed, atMost) },
  ].filter(({ items }) => items.length > 0)
}
