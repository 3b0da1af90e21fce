export { install } from './install.ts'
export { degenerate, generate } from './output.ts'
export type { InstallRequest, Outcome } from './request.ts'
export { uninstall } from './uninstall.ts'
