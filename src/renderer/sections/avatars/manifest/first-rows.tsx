import { useTranslation } from 'react-i18next'
import type { CreationFields } from '../../../../shared/schemas/avatar.ts'
import type { ManifestPreview } from '../../../../shared/schemas/manifest.ts'
import { Table } from '../../../ui/table.tsx'
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
  return (
    <div className={styles.table}>
      <Table
        label={t('batch:manifest.first')}
        columns={[
          { key: 'line', label: t('batch:manifest.line'), width: '48px' },
          { key: 'image', label: t('batch:manifest.image') },
          ...used.map((field) => ({ key: field, label: t(`avatars:fields.${field}`) })),
        ]}
      >
        {first.map(({ line, image, overrides }) => (
          <tr key={line}>
            <td className={styles.line}>{line}</td>
            <td>
              <span className={styles.cell} title={image}>
                {image === '' ? t('batch:manifest.noImage') : image}
              </span>
            </td>
            {used.map((field) => (
              <td key={field}>
                <span className={styles.cell} title={overrides[field]}>
                  {overrides[field]}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </div>
  )
}
