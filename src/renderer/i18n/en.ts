/** The whole English catalogue, one namespace per section: its types are the keys of every language. */
import account from './en/account.json'
import activity from './en/activity.json'
import app from './en/app.json'
import avatars from './en/avatars.json'
import checks from './en/checks.json'
import common from './en/common.json'
import compare from './en/compare.json'
import conversations from './en/conversations.json'
import failures from './en/failures.json'
import library from './en/library.json'
import media from './en/media.json'
import inbox from './en/inbox.json'
import closing from './en/closing.json'
import alerts from './en/alerts.json'
import chart from './en/chart.json'
import sessions from './en/sessions.json'
import palette from './en/palette.json'
import settings from './en/settings.json'

export const en = {
  common,
  failures,
  app,
  settings,
  palette,
  avatars,
  conversations,
  media,
  library,
  compare,
  checks,
  sessions,
  inbox,
  closing,
  alerts,
  chart,
  account,
  activity,
} as const
