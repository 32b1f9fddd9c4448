import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { TickedId } from '../../../ui/ticked-id.tsx'
import { TicksHead } from '../../../ui/ticks-head.tsx'
import styles from './add-ids.module.css'
import { RowList } from './row-list.tsx'
import type { Proposals } from './use-proposals.ts'

/** Props of `ProposalList`. */
export interface ProposalListProps {
  readonly proposals: Proposals
}

const usualHeight = 30

/** The ids that were found, each with its tick; those that are known or doubtful say so. */
export function ProposalList({ proposals }: ProposalListProps) {
  const { t } = useTranslation('library')
  const format = useFormat()
  const { found, isTicked, ticked, tick, tickAll } = proposals
  if (found === null || found.length === 0) return null
  return (
    <>
      <TicksHead
        words={t('add.found', {
          count: found.length,
          formatted: format.number(found.length),
          ticked: format.number(ticked.length),
        })}
        all={t('add.all')}
        none={t('add.noneOf')}
        onTickAll={tickAll}
      />
      <div className={styles.list}>
        <RowList
          label={t('add.proposals')}
          items={found}
          keyOf={({ conversationId }) => conversationId}
          usualHeight={usualHeight}
        >
          {(proposal, row) => (
            <TickedId
              {...row}
              id={proposal.conversationId}
              isTicked={isTicked(proposal)}
              notes={[proposal.isKnown ? t('add.known') : null, proposal.isLikely ? null : t('add.unlikely')]}
              onTick={(value) => {
                tick(proposal.conversationId, value)
              }}
            />
          )}
        </RowList>
      </div>
    </>
  )
}
