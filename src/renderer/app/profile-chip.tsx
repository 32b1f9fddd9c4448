import { useMutation } from '@tanstack/react-query'
import { Check, ChevronsUpDown, Settings } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../shared/schemas/profile.ts'
import { call } from '../api/call.ts'
import { useAppState, useOpenProfile } from '../api/use-app-state.ts'
import { goTo } from '../state/navigation.ts'
import styles from './profile-chip.module.css'

/** "confirm · app.example", or "confirm · practice" where the address changes at each start. */
function useProfileLine(): (profile: Profile) => string {
  const { t } = useTranslation('app')
  return (profile) => {
    const place = profile.kind === 'practice' ? t('practice') : hostOf(profile.baseUrl)
    return `${t(`protection.${profile.protection}`)} · ${place}`
  }
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}

interface ProfileWordsProps {
  readonly name: string
  readonly line: string
  readonly colour: string | undefined
}

function ProfileWords({ name, line, colour }: ProfileWordsProps) {
  return (
    <>
      <span className={styles.mark} data-accent={colour} aria-hidden />
      <span className={styles.words}>
        <b>{name}</b> <small>{line}</small>
      </span>
    </>
  )
}

/** The open profile at the top of the navigation; a click lists all of them. */
export function ProfileChip() {
  const { t } = useTranslation('app')
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const state = useAppState()
  const open = useOpenProfile()?.profile ?? null
  const lineOf = useProfileLine()
  const opening = useMutation({ mutationFn: (profileId: string) => call('profile.open', { profileId }) })
  return (
    <div>
      <button type="button" className={styles.chip} popoverTarget={listId} title={t('switchProfile')}>
        <ProfileWords
          name={open?.name ?? t('noProfile')}
          line={open === null ? t('noProfileHint') : lineOf(open)}
          colour={open?.colour}
        />
        <ChevronsUpDown aria-hidden />
      </button>
      <div ref={list} id={listId} popover="auto" role="dialog" aria-label={t('switchProfile')} className={styles.list}>
        {state?.profiles.map(({ profile }) => (
          <button
            key={profile.id}
            type="button"
            className={styles.choice}
            aria-current={profile.id === open?.id || undefined}
            onClick={() => {
              list.current?.hidePopover()
              if (profile.id !== open?.id) opening.mutate(profile.id)
            }}
          >
            <ProfileWords name={profile.name} line={lineOf(profile)} colour={profile.colour} />
            {profile.id === open?.id && <Check aria-hidden />}
          </button>
        ))}
        <button
          type="button"
          className={styles.choice}
          onClick={() => {
            list.current?.hidePopover()
            goTo('settings')
          }}
        >
          <Settings aria-hidden />
          <span className={styles.words}>{t('manageProfiles')}</span>
        </button>
      </div>
    </div>
  )
}
