import { memo } from 'react'
import type { FieldGroup, FieldRow } from '../../../../shared/model/conversation-view.ts'
import { FieldRows } from '../values/field-rows.tsx'
import { OtherFields } from '../values/other-fields.tsx'
import { Value } from '../values/value.tsx'
import { useFieldText } from '../field-text.ts'
import styles from './scripts.module.css'

export interface ScriptItemProps {
  readonly snapshotId: string
  readonly group: FieldGroup
}

interface RowProps {
  readonly snapshotId: string
  readonly row: FieldRow
}

function Said({ snapshotId, row }: RowProps) {
  const text = useFieldText()
  return (
    <div className={styles.said} data-path={row.path}>
      <Value value={row.value} whole={{ snapshotId, path: row.path }} label={text.label(row.field)} />
    </div>
  )
}

const isNamed = (row: FieldRow, name: string): boolean => row.field === `scriptDtoList.${name}`

/** A script: what is said, how it sounds, and its smaller fields in one line. */
export const ScriptItem = memo(function ScriptItem({ snapshotId, group }: ScriptItemProps) {
  const said = group.rows.find((row) => isNamed(row, 'scriptContent'))
  const audio = group.rows.filter((row) => isNamed(row, 'ttsContent'))
  const rest = group.rows.filter((row) => row !== said && !audio.includes(row))
  return (
    <div className={styles.script} data-path={group.path}>
      {said !== undefined && <Said snapshotId={snapshotId} row={said} />}
      <FieldRows snapshotId={snapshotId} rows={[...rest, ...audio]} variant="line" />
      <OtherFields snapshotId={snapshotId} rows={group.otherFields} more={group.moreOtherFields} level={4} />
    </div>
  )
})
