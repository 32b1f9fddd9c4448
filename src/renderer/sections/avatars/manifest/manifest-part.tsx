import { useTranslation } from 'react-i18next'
import { ManifestDialog } from './manifest-dialog.tsx'
import type { Manifests } from './use-manifests.ts'

export interface ManifestPartProps {
  readonly manifests: Manifests
}

/** The dialog of a manifest, and an announcement of the cards that it became. */
export function ManifestPart({ manifests }: ManifestPartProps) {
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
