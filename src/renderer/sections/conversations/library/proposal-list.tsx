import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { Button } from '../../../ui/button.tsx'
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
      <div className={styles.above}>
        <span role="status">
          {t('add.found', {
            count: found.length,
            formatted: format.number(found.length),
            ticked: format.number(ticked.length),
          })}
        </span>
        <span className={styles.buttons}>
          <Button
            size="small"
            tone="quiet"
            onClick={() => {
              tickAll(true)
            }}
          >
            {t('add.all')}
          </Button>
          <Button
            size="small"
            tone="quiet"
            onClick={() => {
              tickAll(false)
            }}
          >
            {t('add.noneOf')}
          </Button>
        </span>
      </div>
      <div className={styles.list}>
        <RowList
          label={t('add.proposals')}
          items={found}
          keyOf={({ conversationId }) => conversationId}
          usualHeight={usualHeight}
        >
          {(proposal, row) => (
            <label className={styles.proposal}>
              <input
                {...row}
                type="checkbox"
                checked={isTicked(proposal)}
                onChange={(event) => {
                  tick(proposal.conversationId, event.target.checked)
                }}
              />
              <code>{proposal.conversationId}</code>
              {proposal.isKnown && <small>{t('add.known')}</small>}
              {!proposal.isLikely && <small>{t('add.unlikely')}</small>}
            </label>
          )}
        </RowList>
      </div>
    </>
  )
}
