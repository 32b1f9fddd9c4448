import { useTranslation } from 'react-i18next'
import type { ManifestPreview, UnusableManifest } from '../../../../shared/schemas/manifest.ts'
import { ErrorNotice } from '../../../failures/error-notice.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Row, Text } from '../../../ui/layout.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatusLine } from '../../../ui/status-line.tsx'
import { FirstRows, WrongRows } from './manifest-rows.tsx'
import styles from './manifest.module.css'
import type { Manifests } from './use-manifests.ts'

const columns = 'image, name, greeting, profile, voice, conversationId, language'

function Unusable({ reason, fileName, line, detail }: UnusableManifest) {
  const { t } = useTranslation('batch')
  return (
    <>
      <StatusLine tone="bad">
        {t(`manifest.unusable.${reason}`, { file: fileName, line: line ?? 1, detail: detail ?? '' })}
      </StatusLine>
      <Text as="p" tone="soft">
        {t('manifest.columns', { columns })}
      </Text>
    </>
  )
}

function Preview({ preview }: { readonly preview: ManifestPreview }) {
  const { t } = useTranslation('batch')
  const { goodCount, wrong, unknownColumns } = preview
  return (
    <>
      <Row as="p" align="stretch" wrap font="label" className={styles.counts}>
        <span>{goodCount === 0 ? t('manifest.none') : t('manifest.good', { count: goodCount })}</span>
        {wrong.length > 0 && <Text tone="warn">{t('manifest.wrong', { count: wrong.length })}</Text>}
      </Row>
      {unknownColumns.length > 0 && (
        <Text as="p" tone="soft">
          {t('manifest.unknown', { count: unknownColumns.length, columns: unknownColumns.join(', ') })}
        </Text>
      )}
      {goodCount > 0 && <FirstRows preview={preview} />}
      {wrong.length > 0 && <WrongRows preview={preview} />}
    </>
  )
}

interface ManifestDialogProps {
  readonly manifests: Manifests
  readonly fileName: string
}

function Content({ manifests: { reading, error }, fileName }: ManifestDialogProps) {
  const { t } = useTranslation('batch')
  if (reading?.kind === 'preview') return <Preview preview={reading} />
  if (reading?.kind === 'unusable') return <Unusable {...reading} />
  return error === null ? <Skeleton label={t('manifest.reading', { file: fileName })} lines={4} /> : null
}

/** Preview of a CSV manifest, before anything is added: counts, first rows, and every row that is left out. */
function ManifestDialog({ manifests, fileName }: ManifestDialogProps) {
  const { t } = useTranslation('batch')
  const { reading, add, added, refused, isAdding, error, close } = manifests
  const addable = reading?.kind === 'preview' && reading.goodCount > 0 && added === null ? reading : null
  const action = addable && {
    label: t('manifest.add', { count: addable.goodCount }),
    busy: isAdding,
    onClick: () => {
      add(addable)
    },
  }
  return (
    <Dialog title={t('manifest.title')} size="wide" onClose={close} {...(action && { action })}>
      <Text as="p" tone="soft">
        {addable === null ? fileName : `${fileName}. ${t('manifest.words')}`}
      </Text>
      <Content manifests={manifests} fileName={fileName} />
      <StatusLine tone="good">{added === null ? null : t('manifest.added', { count: added })}</StatusLine>
      <StatusLine tone="warn">{refused === 0 ? null : t('manifest.refused', { count: refused })}</StatusLine>
      <ErrorNotice error={error} />
    </Dialog>
  )
}

/** The dialog of a manifest, and an announcement of the cards that it became. */
export function ManifestPart({ manifests }: Pick<ManifestDialogProps, 'manifests'>) {
  const { t } = useTranslation('batch')
  const { fileName, added } = manifests
  return (
    <>
      <p role="status" className="visually-hidden">
        {fileName !== null || added === null ? '' : t('manifest.added', { count: added })}
      </p>
      {fileName !== null && <ManifestDialog manifests={manifests} fileName={fileName} />}
    </>
  )
}
