import { useTranslation } from 'react-i18next'
import type { ProfileId } from '../../../../shared/ids.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import { filterInbox } from '../../../state/inbox-view-store.ts'
import type { InboxFilter } from '../../../state/inbox-view-store.ts'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import styles from './known.module.css'

export interface KnownToolsProps {
  readonly profileId: ProfileId
  readonly filter: InboxFilter
  /** Sessions that are marked as ended. */
  readonly ended: number
  /** Nothing is there to be found or put in order; another application may have sessions all the same. */
  readonly isEmpty: boolean
  readonly hasManyApplications: boolean
}

const maxSearchLength = 500

function Scope({ profileId, filter }: Pick<KnownToolsProps, 'profileId' | 'filter'>) {
  const { t } = useTranslation('inbox')
  return (
    <Select
      aria-label={t('known.scope')}
      options={[
        { value: 'application', label: t('known.scopeOne') },
        { value: 'all', label: t('known.scopeAll') },
      ]}
      value={filter.scope}
      onChange={(scope) => {
        filterInbox(profileId, { scope })
      }}
    />
  )
}

/** Search, order and which sessions are shown. */
export function KnownTools({ profileId, filter, ended, isEmpty, hasManyApplications }: KnownToolsProps) {
  const { t } = useTranslation('inbox')
  const format = useFormat()
  const scope = (hasManyApplications || filter.scope === 'all') && <Scope profileId={profileId} filter={filter} />
  if (isEmpty) return scope && <div className={styles.tools}>{scope}</div>
  return (
    <div className={styles.tools}>
      <TextInput
        type="search"
        aria-label={t('known.search')}
        placeholder={t('known.searchHint')}
        maxLength={maxSearchLength}
        value={filter.search}
        onChange={(event) => {
          filterInbox(profileId, { search: event.currentTarget.value })
        }}
      />
      {scope}
      <Select
        aria-label={t('known.order')}
        options={[
          { value: 'newest', label: t('known.newest') },
          { value: 'oldest', label: t('known.oldest') },
        ]}
        value={filter.order}
        onChange={(order) => {
          filterInbox(profileId, { order })
        }}
      />
      <Switch
        label={t('known.showEnded')}
        hint={ended === 0 ? undefined : t('known.endedCount', { count: ended, formatted: format.number(ended) })}
        isOn={filter.showsEnded}
        onChange={(showsEnded) => {
          filterInbox(profileId, { showsEnded })
        }}
      />
    </div>
  )
}
