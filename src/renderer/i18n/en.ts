/** The whole English catalogue, one namespace per section: its types are the keys of every language. */
import account from './en/account.json'
import activity from './en/activity.json'
import app from './en/app.json'
import avatars from './en/avatars.json'
import batch from './en/batch.json'
import common from './en/common.json'
import conversations from './en/conversations.json'
import failures from './en/failures.json'
import sessions from './en/sessions.json'
import settings from './en/settings.json'

/** Every namespace by name. */
export const en = {
  common,
  failures,
  app,
  settings,
  avatars,
  batch,
  conversations,
  sessions,
  account,
  activity,
} as const
