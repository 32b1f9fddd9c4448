/** The worker for everything that Chromium decodes: JPEG, PNG, WebP, GIF, BMP, AVIF. */
import { decode } from './decode.ts'
import { serveImageJobs } from './run-image-job.ts'

serveImageJobs(decode)
