import { useTranslation } from 'react-i18next'
import type { About } from '../../../../shared/schemas/support.ts'
import { CopyId } from '../../../ui/copy-id.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import type { DescriptionItem } from '../../../ui/description-list.tsx'
import icon from '../../../../../resources/icons/icon-small.svg'
import { Text } from '../../../ui/layout.tsx'
import styles from './about.module.css'

interface RuntimeProps {
  readonly about: About
}

function Runtime({ about: { electron, isDevelopmentRuntime, runtimeSource } }: RuntimeProps) {
  const { t } = useTranslation('settings')
  return (
    <>
      {t(isDevelopmentRuntime ? 'about.runtimeDevelopment' : 'about.runtimeOfficial', { electron })}
      {runtimeSource !== null && (
        <Text font="secondary" tone="soft" className={styles.hint}>
          {runtimeSource}
        </Text>
      )}
      {isDevelopmentRuntime && (
        <Text font="secondary" tone="soft" className={styles.hint}>
          {t('about.developmentRuntimeHint')}
        </Text>
      )}
    </>
  )
}

export interface AboutDetailsProps {
  readonly about: About
  readonly dataFolder: string
}

/** Program, runtime, computer, and the folders of its data. */
export function AboutDetails({ about, dataFolder }: AboutDetailsProps) {
  const { t } = useTranslation('settings')
  const { version, commit, packageKind, crashDumps } = about
  const details: readonly DescriptionItem[] = [
    {
      label: t('about.version'),
      value: (
        <>
          <img className={styles.icon} src={icon} alt="" />
          {['Greenroom', version, packageKind ?? ''].join(' ').trim()}
        </>
      ),
    },
    {
      label: t('about.commit'),
      value: commit === null ? t('about.checkout') : <CopyId id={commit} what={t('about.commitWhat')} />,
    },
    { label: t('about.runtime'), value: <Runtime about={about} /> },
    {
      label: t('about.parts'),
      value: `Chrome ${about.chrome}, Node ${about.node}, V8 ${about.v8}, SQLite ${about.sqlite}`,
    },
    { label: t('about.system'), value: `${about.system}, ${about.architecture}` },
    {
      label: t('about.keychain'),
      value: `${t(`about.keychainKind.${about.keychainKind}`)}: ${t(`keychain.${about.keychain}`)}`,
    },
    {
      label: t('about.crashDumps'),
      value: crashDumps === 0 ? t('about.noCrashDumps') : t('about.crashDumpsKept', { count: crashDumps }),
    },
    { label: t('about.folder'), value: <CopyId id={dataFolder} what={t('about.folderWhat')} /> },
  ]
  return <DescriptionList items={details} />
}
