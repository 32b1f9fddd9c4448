import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AppId, SessionId } from '../../../../shared/ids.ts'
import type { SessionSource } from '../../../../shared/schemas/inbox.ts'
import type { Application } from '../../../../shared/schemas/profile.ts'
import type { ProposedSession } from '../../../../shared/schemas/session.ts'
import { failureOf } from '../../../api/call.ts'
import { useCommand } from '../../../api/use-command.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { LongList } from '../../../ui/long-list.tsx'
import { TickedId } from '../../../ui/ticked-id.tsx'
import { TicksHead } from '../../../ui/ticks-head.tsx'
import { useTicks } from '../../../ui/use-ticks.ts'
import { ApplicationSelect } from '../application-select.tsx'
import styles from './inbox.module.css'

/** What came of adding proposals. */
export interface Added {
  readonly added: number
  readonly known: number
}

/** Props of `ProposalBatch`. */
export interface ProposalBatchProps {
  /** How many there are and where they come from, in words. */
  readonly title: (count: number, ticked: string) => string
  readonly proposals: readonly ProposedSession[]
  readonly source: SessionSource
  readonly applications: readonly Application[]
  /** The application on screen: proposed as whose calls they are. */
  readonly appId: AppId
  readonly onAdded: (added: Added) => void
  readonly onDismiss: () => void
}

const usualHeight = 28
// As many as the contract takes.
const mostSessions = 5_000

const idOf = ({ sessionId }: ProposedSession): SessionId => sessionId

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

/** Session ids that were found somewhere, each with its tick, and the button that adds them to the inbox. */
export function ProposalBatch(props: ProposalBatchProps) {
  const { title, proposals, source, applications, onAdded, onDismiss } = props
  const { t } = useTranslation('inbox')
  const format = useFormat()
  const { isTicked, ticked, tick, tickAll } = useTicks({ items: proposals, idOf, takesKnown: false })
  const [appId, setAppId] = useState<AppId | null>(props.appId)
  const count = ticked.length
  const add = useCommand('inbox.add')
  return (
    <div className={styles.batch}>
      <TicksHead
        words={title(proposals.length, format.number(count))}
        all={t('proposals.all')}
        none={t('proposals.none')}
        onTickAll={tickAll}
      />
      <LongList label={t('proposals.list')} items={proposals} keyOf={idOf} usualHeight={usualHeight}>
        {(proposal) => (
          <TickedId
            id={proposal.sessionId}
            isTicked={isTicked(proposal)}
            disabled={proposal.isKnown}
            notes={[proposal.isKnown ? t('proposals.known') : null, proposal.isLikely ? null : t('proposals.unlikely')]}
            onTick={(value) => {
              tick(proposal.sessionId, value)
            }}
          />
        )}
      </LongList>
      {count > mostSessions && (
        <p className={styles.warn}>{t('proposals.tooMany', { limit: format.number(mostSessions) })}</p>
      )}
      {add.error !== null && <ErrorNotice failure={failureOf(add.error)} about={t('proposals.failed')} />}
      <div className={styles.foot}>
        <Whose applications={applications} appId={appId} onChoose={setAppId} />
        <Button onClick={onDismiss}>{t('proposals.dismiss')}</Button>
        <Button
          tone="primary"
          disabled={count === 0 || count > mostSessions}
          busy={add.isPending}
          onClick={() => {
            add.mutate({ sessionIds: [...ticked], appId, source }, ({ added }) => {
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
