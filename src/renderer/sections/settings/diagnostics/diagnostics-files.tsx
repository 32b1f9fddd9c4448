import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DiagnosticsFile } from '../../../../shared/schemas/support.ts'
import { useFormat } from '../../../i18n/use-format.ts'
import styles from './diagnostics.module.css'
import { PlainButton } from '../../../ui/plain-button.tsx'

export interface DiagnosticsFilesProps {
  readonly files: readonly DiagnosticsFile[]
  /** Others are being made. */
  readonly isStale: boolean
}

function Content({ file }: { readonly file: DiagnosticsFile }) {
  if (file.imageId !== null) return <img className={styles.image} src={`/image/${file.imageId}`} alt={file.name} />
  return (
    // The arrows scroll it; nothing inside takes the focus.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <pre key={file.name} role="region" aria-label={file.name} tabIndex={0} className={styles.text}>
      {file.text}
    </pre>
  )
}

/** The files by name and size, and the one that is chosen as it would be saved. */
export function DiagnosticsFiles({ files, isStale }: DiagnosticsFilesProps) {
  const { t } = useTranslation('settings')
  const format = useFormat()
  const [name, setName] = useState('')
  const chosen = files.find((file) => file.name === name) ?? files[0]
  return (
    <div className={styles.files} aria-busy={isStale}>
      <ul aria-label={t('diagnostics.files')}>
        {files.map((file) => (
          <li key={file.name}>
            <PlainButton aria-pressed={file === chosen} onClick={() => setName(file.name)}>
              <span>{file.name}</span>
              <small>{format.bytes(file.bytes)}</small>
            </PlainButton>
          </li>
        ))}
      </ul>
      {chosen !== undefined && <Content file={chosen} />}
    </div>
  )
}
