import { useQueries, useQuery } from '@tanstack/react-query'
import { AudioLines, CircleUser, MessagesSquare, Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { jobName } from '../../../shared/model/job-name.ts'
import type { KnownSession } from '../../../shared/schemas/inbox.ts'
import type { LibraryEntry } from '../../../shared/schemas/library.ts'
import type { ProfileView } from '../../../shared/schemas/profile.ts'
import { jobById, read } from '../../api/queries.ts'
import { useAppState, useOpenProfile } from '../../api/use-app-state.ts'
import { useCommand } from '../../api/use-command.ts'
import { chooseApplication } from '../../state/application-store.ts'
import { showSnapshot, typeConversationId } from '../../state/conversation-store.ts'
import { filterInbox, openSession } from '../../state/inbox-view-store.ts'
import { askForNewProfile, askForSettings, goTo, openConversation } from '../../state/navigation-store.ts'
import type { SettingsPart } from '../../state/navigation-store.ts'
import { openJob, showAllJobs } from '../../state/queue-view-store.ts'
import { goToSessions } from '../../state/sessions-tab-store.ts'
import { showToast } from '../../state/toast-store.ts'
import { useFoundJobs } from '../../state/use-jobs.ts'
import { shortId } from '../../ui/short-id.tsx'
import { matching } from './match.ts'
import type { PaletteItem } from './palette-item.ts'
import { useActionItems } from './use-action-items.ts'

export interface PaletteGroup {
  readonly heading: string
  readonly items: readonly PaletteItem[]
}

// More than these are found by typing more.
const atMost = 5
const maxActions = 20
// As long as main takes.
const maxSearch = 200

function showConversation({ profile }: ProfileView, { conversationId, newestSnapshotId }: LibraryEntry): void {
  if (newestSnapshotId === null) {
    openConversation(conversationId)
    return
  }
  typeConversationId(profile.id, conversationId)
  showSnapshot(profile.id, newestSnapshotId)
  goTo('conversations')
}

function showSession({ profile }: ProfileView, { appId, sessionId }: KnownSession): void {
  const isOurs = profile.applications.some((application) => application.appId === appId)
  if (appId !== null && isOurs) chooseApplication(profile.id, appId)
  filterInbox(profile.id, { search: '', ...(appId !== null && !isOurs && { scope: 'all' }) })
  openSession(profile.id, sessionId)
  goToSessions('live')
}

function useConversationItems(view: ProfileView | null): readonly PaletteItem[] {
  const library = useQuery({ ...read('library.list', { show: 'all', tag: null }), enabled: view !== null }).data
  if (view === null) return []
  return (library?.entries ?? []).map((entry) => ({
    key: `conversation ${entry.conversationId}`,
    Icon: MessagesSquare,
    label: entry.name ?? shortId(entry.conversationId),
    hint: entry.name === null ? '' : shortId(entry.conversationId),
    id: entry.conversationId,
    run: () => showConversation(view, entry),
  }))
}

function useSessionItems(view: ProfileView | null): readonly PaletteItem[] {
  const inbox = useQuery({ ...read('inbox.list', { appId: null, showsEnded: false }), enabled: view !== null }).data
  if (view === null) return []
  return (inbox?.sessions ?? []).map((session) => {
    const { sessionId, appId, label } = session
    const application = view.profile.applications.find((one) => one.appId === appId)?.label ?? ''
    return {
      key: `session ${sessionId}`,
      Icon: AudioLines,
      label: label === '' ? shortId(sessionId) : label,
      hint: [label === '' ? '' : shortId(sessionId), application].filter(Boolean).join(', '),
      id: sessionId,
      run: () => showSession(view, session),
    }
  })
}

function useProfileItems(): readonly PaletteItem[] {
  const { t } = useTranslation('app')
  const profiles = useAppState()?.profiles ?? []
  const { mutate: open } = useCommand('profile.open', {
    onFailure: (_error, { profileId }) => {
      const name = profiles.find(({ profile }) => profile.id === profileId)?.profile.name ?? ''
      showToast({ text: t('notSwitched', { name }) })
    },
  })
  return profiles.map(({ profile: { id, name, kind, baseUrl, protection } }) => {
    const host = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
    return {
      key: `profile ${id}`,
      Icon: CircleUser,
      label: name,
      hint: [kind === 'practice' ? t('practice') : host, t(`protection.${protection}`)].join(', '),
      run: () => open({ profileId: id }),
    }
  })
}

function useAvatarItems(typed: string): readonly PaletteItem[] {
  const { t } = useTranslation('palette')
  const hasProfile = useOpenProfile() !== null
  const search = typed.trim().slice(0, maxSearch)
  const { data: found, isPlaceholderData } = useFoundJobs({ search, states: [], sort: 'newest' })
  const ids = hasProfile ? (found?.ids ?? []).slice(0, atMost) : []
  const jobs = useQueries({ queries: ids.map(jobById) }).flatMap(({ data }) => data ?? [])
  const items = jobs.map((job) => {
    const name = jobName(job)
    const conversationId = job.result?.conversationId ?? job.taskId ?? ''
    return {
      key: `avatar ${job.id}`,
      Icon: CircleUser,
      label: name === '' ? t('unnamed') : name,
      hint: shortId(conversationId),
      run: () => {
        showAllJobs()
        openJob(job.id)
        goTo('avatars')
      },
    }
  })
  // Until main has searched, none that Enter would open in the place of what was typed.
  return isPlaceholderData ? matching(items, typed, atMost) : items
}

function useSettingsItems(view: ProfileView | null): readonly PaletteItem[] {
  const { t } = useTranslation('settings')
  const to = (part: SettingsPart, label: string): PaletteItem => ({
    key: `settings ${part}`,
    Icon: Settings,
    label,
    hint: '',
    run: () => askForSettings(part),
  })
  return [
    { key: 'settings new', Icon: Settings, label: t('newProfile'), hint: '', run: askForNewProfile },
    to('preferences', t('parts.preferences')),
    ...(view === null ? [] : [to('alerts', t('parts.alerts'))]),
    to('token', t('where.title')),
    to('practice', t('parts.practice')),
    to('data', t('parts.data')),
    to('about', t('parts.about')),
  ]
}

/** Everything that the palette finds for what is typed, by kind; kinds of which nothing is found are left out. */
export function usePaletteGroups(typed: string): readonly PaletteGroup[] {
  const { t } = useTranslation('palette')
  const view = useOpenProfile()
  const actions = useActionItems(view, typed)
  const conversations = useConversationItems(view)
  const sessions = useSessionItems(view)
  const avatars = useAvatarItems(typed)
  const profiles = useProfileItems()
  const settings = useSettingsItems(view)
  return [
    { heading: t('actions'), items: matching(actions, typed, maxActions) },
    { heading: t('name.conversations'), items: matching(conversations, typed, atMost) },
    { heading: t('name.sessions'), items: matching(sessions, typed, atMost) },
    // Main has searched them, in more than what is shown here.
    { heading: t('name.avatars'), items: avatars },
    { heading: t('profiles'), items: matching(profiles, typed, atMost) },
    { heading: t('name.settings'), items: matching(settings, typed, atMost) },
  ].filter(({ items }) => items.length > 0)
}
