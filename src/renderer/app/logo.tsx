import styles from './app.module.css'

/** The product's mark: a lamp over a door that is open. Decoration. */
export function Logo() {
  return (
    <svg viewBox="0 0 48 48" className={styles.logoMark} aria-hidden>
      <rect x="2" y="2" width="44" height="44" rx="12" className={styles.ground} />
      <path d="M15 38V20a9 9 0 0 1 18 0v18" className={styles.frame} />
      <path d="M15 38l9-4V17.5a9 9 0 0 0-9 2.5z" className={styles.door} />
      <circle cx="24" cy="8.5" r="2" className={styles.lamp} />
    </svg>
  )
}
