import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppId, SessionId } from '../../../../shared/ids.ts'
import type { SessionSource } from '../../../../shared/schemas/inbox.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import type { SessionCandidate } from '../../../../shared/schemas/session.ts'
import { failureOf } from '../../../api/call.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { SelectableRow } from '../../../ui/selectable-row.tsx'
import { SelectionHeader } from '../../../ui/selection-header.tsx'
import { useSelection } from '../../../ui/use-selection.ts'
import { ApplicationSelect } from '../application-select.tsx'
import styles from './inbox.module.css'

/** The result of adding candidates. */
export interface Added {
  readonly added: number
  readonly known: number
}

export interface CandidateBatchProps {
  /** How many there are and where they come from, as text. */
  readonly title: (count: number, selected: string) => string
  readonly candidates: readonly SessionCandidate[]
  readonly source: SessionSource
  readonly applications: readonly Application[]
  /** The application on screen: proposed as whose calls they are. */
  readonly appId: AppId
  readonly onAdded: (added: Added) => void
  readonly onDismiss: () => void
}

const estimatedHeight = 28
// As many as the contract takes.
const maxSessions = 5_000

const idOf = ({ sessionId }: SessionCandidate): SessionId => sessionId

interface WhoseProps {
  readonly applications: readonly Application[]
  readonly appId: AppId | null
  readonly onChoose: (appId: AppId | null) => void
}

function Whose({ applications, appId, onChoose }: WhoseProps) {
  const { t } = useTranslation('inbox')
  return (
    <span className={styles.whose}>
      <span aria-hidden>{t('proposals.whose')}</span>
      <ApplicationSelect
        aria-label={t('proposals.whose')}
        applications={applications}
        appId={appId}
        none={t('proposals.nobody')}
        onChoose={onChoose}
      />
    </span>
  )
}

/** Session ids that were found somewhere, each with its select, and the button that adds them to the inbox. */
export function CandidateBatch(props: CandidateBatchProps) {
  const { title, candidates, source, applications, onAdded, onDismiss } = props
  const { t } = useTranslation('inbox')
  const format = useFormat()
  const { isSelected, selected, select, selectAll } = useSelection({ items: candidates, idOf, allowsKnown: false })
  const [appId, setAppId] = useState<AppId | null>(props.appId)
  const count = selected.length
  const add = useCommand('inbox.add')
  return (
    <div className={styles.batch}>
      <SelectionHeader
        text={title(candidates.length, format.number(count))}
        all={t('proposals.all')}
        none={t('proposals.none')}
        onSelectAll={selectAll}
      />
      <VirtualList label={t('proposals.list')} items={candidates} keyOf={idOf} estimatedHeight={estimatedHeight}>
        {(candidate) => (
          <SelectableRow
            id={candidate.sessionId}
            isSelected={isSelected(candidate)}
            disabled={candidate.isKnown}
            notes={[
              candidate.isKnown ? t('proposals.known') : null,
              candidate.isLikely ? null : t('proposals.unlikely'),
            ]}
            onSelect={(value) => {
              select(candidate.sessionId, value)
            }}
          />
        )}
      </VirtualList>
      {count > maxSessions && (
        <p className={styles.warn}>{t('proposals.tooMany', { limit: format.number(maxSessions) })}</p>
      )}
      {add.error !== null && <ErrorNotice failure={failureOf(add.error)} about={t('proposals.failed')} />}
      <div className={styles.foot}>
        <Whose applications={applications} appId={appId} onChoose={setAppId} />
        <Button onClick={onDismiss}>{t('proposals.dismiss')}</Button>
        <Button
          tone="primary"
          disabled={count === 0 || count > maxSessions}
          busy={add.isPending}
          onClick={() => {
            add.mutate({ sessionIds: [...selected], appId, source }, ({ added }) => {
              onAdded({ added, known: count - added })
            })
          }}
        >
          {count === 0 ? t('proposals.addNone') : t('proposals.add', { count, formatted: format.number(count) })}
        </Button>
      </div>
    </div>
  )
}
