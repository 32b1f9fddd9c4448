/** The Simplified Chinese catalogue, a chunk of its own that loads when it is chosen. */
import account from './zh-CN/account.json'
import activity from './zh-CN/activity.json'
import app from './zh-CN/app.json'
import avatars from './zh-CN/avatars.json'
import batch from './zh-CN/batch.json'
import common from './zh-CN/common.json'
import conversations from './zh-CN/conversations.json'
import failures from './zh-CN/failures.json'
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
  sessions,
  account,
  activity,
} as const
