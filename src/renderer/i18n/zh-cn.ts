/** The Simplified Chinese catalogue, a chunk of its own that loads when it is chosen. */
import account from './zh-CN/account.json'
import activity from './zh-CN/activity.json'
import app from './zh-CN/app.json'
import avatars from './zh-CN/avatars.json'
import batch from './zh-CN/batch.json'
import checks from './zh-CN/checks.json'
import common from './zh-CN/common.json'
import compare from './zh-CN/compare.json'
import conversations from './zh-CN/conversations.json'
import failures from './zh-CN/failures.json'
import library from './zh-CN/library.json'
import media from './zh-CN/media.json'
import inbox from './zh-CN/inbox.json'
import closing from './zh-CN/closing.json'
import suggestions from './zh-CN/suggestions.json'
import alerts from './zh-CN/alerts.json'
import chart from './zh-CN/chart.json'
import sessions from './zh-CN/sessions.json'
import settings from './zh-CN/settings.json'

/** Every namespace by name. */
export const zhCn = {
  common,
  failures,
  app,
  settings,
  avatars,
  batch,
  conversations,
  media,
  library,
  compare,
  checks,
  sessions,
  inbox,
  closing,
  suggestions,
  alerts,
  chart,
  account,
  activity,
} as const
