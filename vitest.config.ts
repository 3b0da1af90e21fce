import { defineConfig } from 'vitest/config'

// Its own file, so that a test run never starts the plugin of vite.config.ts.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build-lib.ts'],
    testTimeout: 30_000,
    // Most tests wait for processes that they started, also where there are two cores only.
    maxWorkers: 3,
  },
})
