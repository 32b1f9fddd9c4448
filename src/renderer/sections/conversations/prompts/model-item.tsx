import { useTranslation } from 'react-i18next'
import type { FieldGroup, FieldRow } from '../../../../shared/model/conversation-view.ts'
import { FieldRows } from '../values/field-rows.tsx'
import { OtherFields } from '../values/other-fields.tsx'
import { ShownText } from '../values/shown-text.tsx'
import { isTruncated } from '../values/value.tsx'
import { PromptViewer } from './prompt-viewer.tsx'

export interface ModelItemProps {
  readonly snapshotId: string
  readonly group: FieldGroup
  /** Place in the list, from 1. */
  readonly number: number
}

function textOf(row: FieldRow | undefined): string | null {
  return row?.value.kind === 'text' ? row.value.text : null
}

/** A language model: its names and codes, and its prompt to be read. */
export function ModelItem({ snapshotId, group, number }: ModelItemProps) {
  const { t } = useTranslation('conversations')
  const name = textOf(group.rows.find(({ field }) => field === 'modelDtoList.largeName')) ?? t('item', { number })
  const prompt = group.rows.find(({ field }) => field === 'modelDtoList.prompt')
  const start = textOf(prompt)
  const rest = group.rows.filter((row) => row !== prompt || start === null)
  return (
    <>
      <h3>
        <ShownText text={name} />
      </h3>
      <FieldRows snapshotId={snapshotId} rows={rest} variant="line" />
      {prompt !== undefined && start !== null && (
        <PromptViewer
          snapshotId={snapshotId}
          row={prompt}
          start={start}
          isWhole={!isTruncated(prompt.value)}
          name={name}
        />
      )}
      <OtherFields snapshotId={snapshotId} rows={group.otherFields} more={group.moreOtherFields} level={4} />
    </>
  )
}
