import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../i18n/use-format.ts'
import { SelectableRow } from '../../../ui/selectable-row.tsx'
import { SelectionHeader } from '../../../ui/selection-header.tsx'
import styles from './library.module.css'
import { VirtualRowList } from './virtual-row-list.tsx'
import type { IdCandidates } from './use-id-candidates.ts'

export interface IdCandidateListProps {
  readonly candidates: IdCandidates
}

const estimatedHeight = 30

/** The ids that were found, each with its select; those that are known or doubtful say so. */
export function IdCandidateList({ candidates }: IdCandidateListProps) {
  const { t } = useTranslation('library')
  const format = useFormat()
  const { found, isSelected, selected, select, selectAll } = candidates
  if (found === null || found.length === 0) return null
  return (
    <>
      <SelectionHeader
        text={t('add.found', {
          count: found.length,
          formatted: format.number(found.length),
          selected: format.number(selected.length),
        })}
        all={t('add.all')}
        none={t('add.noneOf')}
        onSelectAll={selectAll}
      />
      <div className={styles.dialogList}>
        <VirtualRowList
          label={t('add.proposals')}
          items={found}
          keyOf={({ conversationId }) => conversationId}
          estimatedHeight={estimatedHeight}
        >
          {(candidate, row) => (
            <SelectableRow
              {...row}
              id={candidate.conversationId}
              isSelected={isSelected(candidate)}
              notes={[candidate.isKnown ? t('add.known') : null, candidate.isLikely ? null : t('add.unlikely')]}
              onSelect={(value) => {
                select(candidate.conversationId, value)
              }}
            />
          )}
        </VirtualRowList>
      </div>
    </>
  )
}
