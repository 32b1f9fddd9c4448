import { useTranslation } from 'react-i18next'
import type { FieldGroup } from '../../../../shared/model/conversation-view.ts'
import { FieldRows } from '../values/field-rows.tsx'
import { OtherFields } from '../values/other-fields.tsx'
import { ShownText } from '../values/shown-text.tsx'

export interface KnowledgeItemProps {
  readonly snapshotId: string
  readonly group: FieldGroup
  /** Place in the list, from 1. */
  readonly number: number
}

// The contract names no field of a knowledge base; what is called a name is one.
const isName = /(?:^|\.)(?:\w*[nN]ame|title)$/

/** A knowledge base, whatever came of it. */
export function KnowledgeItem({ snapshotId, group, number }: KnowledgeItemProps) {
  const { t } = useTranslation('conversations')
  const name = group.otherFields.find(({ field, value }) => isName.test(field) && value.kind === 'text')?.value
  return (
    <>
      <h3>{name?.kind === 'text' ? <ShownText text={name.text} /> : t('item', { number })}</h3>
      <FieldRows snapshotId={snapshotId} rows={group.rows} />
      <OtherFields snapshotId={snapshotId} rows={group.otherFields} more={group.moreOtherFields} level={4} />
    </>
  )
}
