import { Check, Ellipsis, Search } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Application, ProfileView } from '../../../../shared/schemas/profile.ts'
import { filterInbox } from '../../../state/inbox-view-store.ts'
import type { InboxFilter } from '../../../state/inbox-view-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import type { CloseSession } from '../closing/use-close-session.ts'
import { useInboxSummary } from './inbox-text.ts'
import { Row } from '../../../ui/layout.tsx'
import styles from './inbox.module.css'

export interface KnownHeadProps {
  readonly view: ProfileView
  readonly application: Application
  readonly filter: InboxFilter
  readonly closing: CloseSession
  /** True when what was typed is one session's id, known here or not. */
  readonly isWholeId: boolean
}

type HeadPart = Pick<KnownHeadProps, 'view' | 'filter'>

const maxSearchLength = 500
const scopes = ['application', 'all'] as const

function Find({ view, application, filter, closing, isWholeId }: KnownHeadProps) {
  const { t } = useTranslation('inbox')
  const { id, protection } = view.profile
  const canClose = protection !== 'read-only'
  return (
    <form
      className={styles.find}
      onSubmit={(event) => {
        event.preventDefault()
        if (canClose && isWholeId) closing.ask({ sessionId: filter.search.trim(), appId: application.appId })
      }}
    >
      <span className={styles.search}>
        <Search aria-hidden />
        <TextInput
          aria-label={t('find.label')}
          placeholder={t('find.hint')}
          maxLength={maxSearchLength}
          value={filter.search}
          onChange={(event) => filterInbox(id, { search: event.currentTarget.value })}
        />
      </span>
      {canClose && (
        <span className={styles.close}>
          <Button type="submit" disabled={!isWholeId} busy={closing.isAsking && closing.ticket === null}>
            {t('find.close')}
          </Button>
        </span>
      )}
    </form>
  )
}

// Another application may have sessions where this one has none.
const hasScopes = ({ view, filter }: HeadPart): boolean =>
  view.profile.applications.length > 1 || filter.scope === 'all'

function Shown({ view, filter }: HeadPart) {
  const { t } = useTranslation('inbox')
  const { id } = view.profile
  return (
    <span className={styles.wide}>
      {hasScopes({ view, filter }) && (
        <span className={styles.scope}>
          <Select
            aria-label={t('known.scope')}
            options={scopes.map((value) => ({ value, label: t(`known.scopes.${value}`) }))}
            value={filter.scope}
            onChange={(scope) => filterInbox(id, { scope })}
          />
        </span>
      )}
      <Checkbox
        label={t('known.showEnded')}
        isChecked={filter.showsEnded}
        onChange={(showsEnded) => filterInbox(id, { showsEnded })}
      />
    </span>
  )
}

/** The same in a small window. */
function ShownMenu({ view, filter }: HeadPart) {
  const { t } = useTranslation('inbox')
  const { id } = view.profile
  const checked = (isChecked: boolean) => (isChecked ? { icon: <Check aria-hidden /> } : {})
  return (
    <span className={styles.narrow}>
      <MenuButton
        variant="icon"
        label={t('known.scope')}
        icon={<Ellipsis aria-hidden />}
        items={[
          ...(hasScopes({ view, filter }) ? scopes : []).map((scope) => ({
            label: t(`known.scopes.${scope}`),
            ...checked(scope === filter.scope),
            onChoose: () => filterInbox(id, { scope }),
          })),
          {
            label: t('known.showEnded'),
            ...checked(filter.showsEnded),
            onChoose: () => filterInbox(id, { showsEnded: !filter.showsEnded }),
          },
        ]}
      />
    </span>
  )
}

/** The line above the rows: how many are live and known, the box that finds and closes, which sessions are shown. */
export function KnownHead(props: KnownHeadProps) {
  const summary = useInboxSummary(props.application.appId)
  return (
    <Row gap={2} className={styles.tools}>
      <h2>
        <span role="status">{summary?.text ?? ''}</span>
      </h2>
      <Find {...props} />
      <Shown {...props} />
      <ShownMenu {...props} />
    </Row>
  )
}
