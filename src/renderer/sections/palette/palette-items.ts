import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  Activity,
  AudioLines,
  CircleUser,
  CircleX,
  FileSearch,
  ImagePlus,
  Keyboard,
  MessagesSquare,
  Plus,
  RefreshCw,
  Settings,
  Wallet,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { AppId, JobId } from '../../../shared/ids.ts'
import { jobName } from '../../../shared/model/job-name.ts'
import { matching } from '../../../shared/model/name-search.ts'
import { typedId } from '../../../shared/model/pasted-text.ts'
import { shortcuts } from '../../../shared/model/shortcuts.ts'
import type { PageAction } from '../../../shared/model/shortcuts.ts'
import type { Job } from '../../../shared/schemas/avatar.ts'
import type { Application, ProfileView } from '../../../shared/schemas/profile.ts'
import { shortId } from '../../../shared/model/short-id.ts'
import { read } from '../../api/queries.ts'
import { useAppState, useIsReadOnly, useOpenProfile } from '../../api/use-app-state.ts'
import { useCommand } from '../../api/use-command.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { go, setSectionState, settingsParts, useApplication, useSection } from '../../state/location-store.ts'
import { openConversation, openTarget } from '../../state/open-conversation.ts'
import { proposePasted } from '../../state/propose-sessions.ts'
import {
  goToDecision,
  goToSession,
  rememberAction,
  showInQueue,
  useRecentActions,
} from '../../state/view-preferences-store.ts'
import { showToast } from '../../state/toast-store.ts'
import { useFoundJobs, useUnknownJobs } from '../../state/use-jobs.ts'
import { usePageActions } from '../../state/use-page-actions.ts'
import { useShortcutName } from './use-shortcut-name.ts'

/** A row of the palette, with the action that runs once the palette is closed. */
export interface PaletteItem {
  readonly key: string
  readonly Icon: LucideIcon
  readonly label: string
  readonly hint: string
  /** Also searched, but shown only in short form. */
  readonly id?: string
  /** The keyboard shortcut of the same action, as an accelerator. */
  readonly shortcut?: string
  readonly run: () => void
}

interface PaletteGroup {
  readonly heading: string
  readonly items: readonly PaletteItem[]
}

// The operator finds further items by typing more.
const maxItems = 5
const maxActions = 20
// The longest search that main accepts.
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

/** Remembers the action when the item runs it: the palette lists the last used actions first. */
const remembered = (item: PaletteItem): PaletteItem => ({
  ...item,
  run: () => {
    rememberAction(item.key)
    item.run()
  },
})

/** The actions for an application. Closing only opens the dialog that asks for confirmation, and sends nothing. */
function useApplicationItems(): (application: Application) => readonly PaletteItem[] {
  const { t } = useTexts('closing')
  const nameOf = useShortcutName()
  const isReadOnly = useIsReadOnly()
  const { mutate: refresh } = useCommand('session.refresh', {
    onFailure: () => showToast({ text: t('count.unread') }),
  })
  const readCount = (appId: AppId): void => {
    setSectionState({ section: 'sessions', appId })
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
      { ...withKeys('addSessions'), Icon: Plus, act: () => go({ section: 'sessions', appId, ask: 'add' }) },
      { ...withKeys('refresh'), Icon: RefreshCw, act: () => readCount(appId) },
      ...(isReadOnly ? [] : [closeAll]),
    ]
    return items.map(({ key, act, ...item }) => ({
      ...item,
      key: `${key} ${appId}`,
      hint: label === '' ? appId : label,
      run: act,
    }))
  }
}

interface ActionItems {
  /** The actions that were last run in this window, newest first. */
  readonly recent: readonly PaletteItem[]
  /** The actions of the current page, then other actions, without the recent actions. */
  readonly others: readonly PaletteItem[]
}

/** The actions for images and for the shown application; once text is typed, for every application. */
function useActionItems(view: ProfileView | null, isTyped: boolean): ActionItems {
  const nameOf = useShortcutName()
  const { chooseImages, addSessions } = usePageActions()
  const isReadOnly = useIsReadOnly()
  const section = useSection()
  const shown = useApplication(view)
  const itemsOf = useApplicationItems()
  const recentKeys = useRecentActions()
  const applications = view?.profile.applications ?? []
  const choosing = {
    key: 'chooseImages',
    Icon: ImagePlus,
    label: nameOf('chooseImages'),
    hint: '',
    shortcut: shortcuts.chooseImages,
    run: chooseImages,
  }
  const images: readonly PaletteItem[] = view === null || isReadOnly ? [] : [choosing]
  const adding = {
    key: 'addSessions',
    Icon: Plus,
    label: nameOf('addSessions'),
    hint: '',
    shortcut: shortcuts.addSessions,
    run: addSessions,
  }
  const hasNoApplication = view !== null && applications.length === 0
  const shownItems = hasNoApplication ? [adding] : applications.filter((one) => one === shown).flatMap(itemsOf)
  const otherItems = applications.filter((one) => one !== shown).flatMap(itemsOf)
  const pageItems = section === 'sessions' ? [...shownItems, ...images] : [...images, ...shownItems]
  const all = [...pageItems, ...otherItems].map(remembered)
  const isRecent = ({ key }: PaletteItem): boolean => recentKeys.includes(key)
  const others = (isTyped ? all : all.slice(0, pageItems.length)).filter((item) => !isRecent(item))
  return { recent: recentKeys.flatMap((recent) => all.filter(({ key }) => key === recent)), others }
}

function usePageItems(): readonly PaletteItem[] {
  const nameOf = useShortcutName()
  const actions = usePageActions()
  return pages.map((name) => ({
    key: name,
    Icon: pageIcons[name],
    label: nameOf(name),
    hint: '',
    shortcut: shortcuts[name],
    run: actions[name],
  }))
}

// Every id of the service has more digits; a word or a name rarely has four. A shortened id is not an id.
const minIdLength = 8
const isLikeId = (text: string): boolean =>
  text.length >= minIdLength && /^\S+$/.test(text) && !/…|\.{3}/.test(text) && text.replace(/\D/g, '').length >= 4

/** The actions for an unknown id: neither action adds or closes anything. */
function useUnknownIdItems(view: ProfileView | null, typed: string, knownItems: readonly PaletteItem[]) {
  const { t } = useTexts('palette')
  const id = typedId(typed)
  const isKnown = knownItems.some((item) => item.id === id)
  if (view === null || isKnown || !isLikeId(id)) return []
  const open: PaletteItem = {
    key: 'openConversation',
    Icon: FileSearch,
    label: t('openConversation', { id: shortId(id) }),
    hint: '',
    run: () => openConversation(id),
  }
  const add: PaletteItem = {
    key: 'addSession',
    Icon: Plus,
    label: t('addSession', { id: shortId(id) }),
    hint: '',
    run: () => proposePasted(id),
  }
  // The service uses numbers for conversations and UUIDs for sessions.
  return /^\d+$/.test(id) ? [open, add] : [add, open]
}

/** Labels an item with its name and shows the id as a hint; without a name, the id is the label. */
function useNamed(): (name: string, id: string, more?: string) => Pick<PaletteItem, 'label' | 'hint' | 'id'> {
  const { t } = useTexts('common')
  return (name, id, more = '') => {
    const hints = [name === '' ? '' : shortId(id), more].filter((hint) => hint !== '')
    return { label: name === '' ? shortId(id) : name, hint: hints.join(t('comma')), id }
  }
}

/** The results of main; until it has searched, the previous rows that match the typed text. */
function useConversationItems(view: ProfileView | null, typed: string) {
  const named = useNamed()
  const search = typed.trim().slice(0, maxSearch)
  const { data: library, isPlaceholderData } = useQuery({
    ...read('library.list', { show: 'all', tag: null, search, limit: maxItems }),
    // Each typed letter creates another cached list.
    gcTime: 5_000,
    placeholderData: keepPreviousData,
    enabled: view !== null,
  })
  const found = (library?.rows ?? []).map(({ conversationId, name, snapshotId }): PaletteItem => ({
    key: `conversation ${conversationId}`,
    Icon: MessagesSquare,
    ...named(name ?? '', conversationId),
    run: () => openTarget({ conversationId, snapshotId }),
  }))
  const isFound = library !== undefined && !isPlaceholderData
  const conversations = isFound ? found : matching(found, typed, maxItems)
  return { conversations, isFound }
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
      run: () => goToSession(view, { appId, sessionId, row: sessionId }),
    }
  })
}

function useProfileItems(): readonly PaletteItem[] {
  const { t } = useTexts(['app', 'common'])
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

function useJobItem(kind: string, goTo: (jobId: JobId) => void): (job: Job) => PaletteItem {
  const { t } = useTexts('palette')
  return (job) => ({
    key: `${kind} ${job.id}`,
    Icon: CircleUser,
    label: jobName(job) || t('unnamed'),
    hint: shortId(job.result?.conversationId ?? job.taskId ?? ''),
    run: () => goTo(job.id),
  })
}

function useAvatarItems(typed: string): readonly PaletteItem[] {
  const itemOf = useJobItem('avatar', showInQueue)
  const hasProfile = useOpenProfile() !== null
  const search = typed.trim().slice(0, maxSearch)
  const { data: found, isPlaceholderData } = useFoundJobs({
    search,
    states: [],
    sort: 'newest',
    archived: false,
    limit: maxItems,
  })
  const items = (hasProfile ? (found?.rows ?? []) : []).map(itemOf)
  // Until main has searched, only previous rows that match are shown: Enter must not open an unrelated avatar.
  return isPlaceholderData ? matching(items, typed, maxItems) : items
}

/** The avatars that need a decision. */
function useDecisionItems(): readonly PaletteItem[] {
  const itemOf = useJobItem('decision', goToDecision)
  const hasProfile = useOpenProfile() !== null
  const unknown = useUnknownJobs(maxItems)
  return hasProfile ? unknown.map(itemOf) : []
}

function useSettingsItems(view: ProfileView | null): readonly PaletteItem[] {
  const { t } = useTexts('settings')
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
        // The heading of the panel is the question that it answers.
        hint: part === 'token' ? t('where.title') : '',
      })),
  ]
}

/** Everything that the palette finds for the typed text, by kind; kinds without results are left out. */
export function usePaletteGroups(typed: string): readonly PaletteGroup[] {
  const { t } = useTexts(['palette', 'app', 'avatars', 'settings'])
  const view = useOpenProfile()
  const isTyped = typed.trim() !== ''
  const { recent, others } = useActionItems(view, isTyped)
  const pageItems = usePageItems()
  const { conversations, isFound } = useConversationItems(view, typed)
  const sessions = useSessionItems(view)
  const avatars = useAvatarItems(typed)
  const decisions = useDecisionItems()
  const profiles = useProfileItems()
  const settings = useSettingsItems(view)
  const unknownIds = useUnknownIdItems(view, typed, [...conversations, ...sessions])
  const actions = [...recent, ...others, ...pageItems]
  const itemGroups = [
    { heading: t('app:section.conversations'), items: conversations },
    { heading: t('app:section.sessions'), items: matching(sessions, typed, maxItems) },
    { heading: t('app:section.avatars'), items: avatars },
    { heading: t('settings:parts.profiles'), items: matching(profiles, typed, maxItems) },
    { heading: t('app:section.settings'), items: matching(settings, typed, maxItems) },
  ]
  const groups = isTyped
    ? [
        { heading: t('actions'), items: matching(actions, typed, maxActions) },
        ...itemGroups,
        // Until main has searched, the id might be a known id.
        { heading: t('unknownId'), items: isFound ? unknownIds : [] },
      ]
    : [
        { heading: t('avatars:queue.state.unknown'), items: decisions },
        { heading: t('recent'), items: recent },
        { heading: t('actions'), items: others },
        ...itemGroups,
        { heading: t('goTo'), items: pageItems },
      ]
  return groups.filter(({ items }) => items.length > 0)
}
