import { AppWindow, Check, ChevronsUpDown, Settings } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../shared/schemas/profile.ts'
import { failureOf } from '../api/call.ts'
import { useAppState, useOpenProfile } from '../api/use-app-state.ts'
import { useCommand } from '../api/use-command.ts'
import type { Task } from '../api/use-command.ts'
import { ErrorNotice } from '../failures/error-notice.tsx'
import { goTo } from '../state/navigation-store.ts'
import { Button } from '../ui/button.tsx'
import styles from './profile-chip.module.css'

/** "confirm · app.example", or "confirm · practice" where the address changes at each start. */
function useProfileLine(): (profile: Profile) => string {
  const { t } = useTranslation('app')
  return (profile) => {
    const place = profile.kind === 'practice' ? t('practice') : hostOf(profile.baseUrl)
    return `${t(`protection.${profile.protection}`)} · ${place}`
  }
}

/** Host and port of a service's address; the address itself while it is none. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address
}

interface ProfileTextProps {
  readonly name: string
  readonly line: string
  readonly colour: string | undefined
}

function ProfileText({ name, line, colour }: ProfileTextProps) {
  return (
    <>
      <span className={styles.mark} data-accent={colour} aria-hidden />
      <span className={styles.words}>
        <b>{name}</b> <small>{line}</small>
      </span>
    </>
  )
}

interface ProfileChoiceProps {
  readonly profile: Profile
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onOpenInNewWindow: () => void
}

function ProfileChoice({ profile, isOpen, onOpen, onOpenInNewWindow }: ProfileChoiceProps) {
  const { t } = useTranslation('app')
  const lineOf = useProfileLine()
  const hint = t('openAside', { name: profile.name })
  return (
    <div className={styles.row}>
      <button type="button" className={styles.choice} aria-current={isOpen || undefined} onClick={onOpen}>
        <ProfileText name={profile.name} line={lineOf(profile)} colour={profile.colour} />
        {isOpen && <Check aria-hidden />}
      </button>
      <button type="button" className={styles.aside} aria-label={hint} title={hint} onClick={onOpenInNewWindow}>
        <AppWindow aria-hidden />
      </button>
    </div>
  )
}

interface OpenFailureProps<Input> {
  readonly action: Task<Input, unknown>
  readonly about: string
}

/** Why a profile could not be opened, until it is dismissed or another one is opened. */
function OpenFailure<Input>({ action, about }: OpenFailureProps<Input>) {
  const { t } = useTranslation('common')
  const { input, error, mutate, reset } = action
  if (error === null || input === undefined) return null
  return (
    <div className={styles.failure}>
      <ErrorNotice
        failure={failureOf(error)}
        about={about}
        onRetry={() => {
          mutate(input)
        }}
        action={
          <Button size="small" tone="quiet" onClick={reset}>
            {t('dismiss')}
          </Button>
        }
      />
    </div>
  )
}

/** The open profile at the top of the navigation; a click lists all of them, each with a way to a window of its own. */
export function ProfileChip() {
  const { t } = useTranslation('app')
  const listId = useId()
  const list = useRef<HTMLDivElement>(null)
  const state = useAppState()
  const open = useOpenProfile()?.profile ?? null
  const lineOf = useProfileLine()
  const opening = useCommand('profile.open')
  const openingInNewWindow = useCommand('window.open')
  const nameOf = (input: { readonly profileId: string | null } | undefined): string =>
    state?.profiles.find(({ profile }) => profile.id === input?.profileId)?.profile.name ?? ''
  return (
    <div>
      <button type="button" className={styles.chip} popoverTarget={listId} title={t('switchProfile')}>
        <ProfileText
          name={open?.name ?? t('noProfile')}
          line={open === null ? t('noProfileHint') : lineOf(open)}
          colour={open?.colour}
        />
        <ChevronsUpDown aria-hidden />
      </button>
      <OpenFailure action={opening} about={t('notSwitched', { name: nameOf(opening.input) })} />
      <OpenFailure
        action={openingInNewWindow}
        about={t('notOpenedAside', { name: nameOf(openingInNewWindow.input) })}
      />
      <div ref={list} id={listId} popover="auto" role="dialog" aria-label={t('switchProfile')} className={styles.list}>
        {state?.profiles.map(({ profile }) => (
          <ProfileChoice
            key={profile.id}
            profile={profile}
            isOpen={profile.id === open?.id}
            onOpen={() => {
              list.current?.hidePopover()
              if (profile.id === open?.id) opening.reset()
              else opening.mutate({ profileId: profile.id })
            }}
            onOpenInNewWindow={() => {
              list.current?.hidePopover()
              openingInNewWindow.mutate({ profileId: profile.id })
            }}
          />
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
