import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CreationFields } from '../../../../shared/schemas/avatar.ts'
import type { ManifestPreview } from '../../../../shared/schemas/manifest.ts'
import { DataRow, DataTable } from '../../../ui/data-table.tsx'
import { Text } from '../../../ui/layout.tsx'
import styles from './manifest-dialog.module.css'

export interface FirstRowsProps {
  readonly preview: ManifestPreview
}

const fields = [
  'name',
  'voice',
  'conversationId',
  'language',
  'greeting',
  'profileText',
] as const satisfies readonly (keyof CreationFields)[]

/** The first rows that can be added, with the fields that any of them has for itself. */
export function FirstRows({ preview: { first } }: FirstRowsProps) {
  const { t } = useTranslation(['batch', 'avatars'])
  const used = fields.filter((field) => first.some(({ overrides }) => overrides[field] !== undefined))
  const byLine = new Map(first.map((row) => [String(row.line), row]))
  const columns = [
    { key: 'line', label: t('batch:manifest.line'), width: '48px' },
    { key: 'image', label: t('batch:manifest.image'), width: 'minmax(0, 1fr)' },
    ...used.map((field) => ({ key: field, label: t(`avatars:fields.${field}`), width: 'minmax(0, 1fr)' })),
  ]
  return (
    <div className={styles.table}>
      <DataTable
        label={t('batch:manifest.first')}
        columns={columns}
        keys={[...byLine.keys()]}
        rowHeight="field"
        row={(key) => {
          const row = byLine.get(key)
          if (row === undefined) return null
          const image = row.image === '' ? t('batch:manifest.noImage') : row.image
          const texts = { image, ...row.overrides }
          const cells = ['image' as const, ...used].map((field): readonly [string, ReactNode] => [
            field,
            <span key={field} title={texts[field]}>
              {texts[field]}
            </span>,
          ])
          const line = (
            <Text tone="soft" tabular>
              {row.line}
            </Text>
          )
          return <DataRow key={key} rowKey={key} cells={{ line, ...Object.fromEntries<ReactNode>(cells) }} />
        }}
      />
    </div>
  )
}
