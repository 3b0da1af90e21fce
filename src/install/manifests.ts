/** The file of each client's tree that names the plugin and its version. */
export const MANIFESTS = {
  copilot: 'plugin.json',
  claude: '.claude-plugin/plugin.json',
  pi: 'package.json',
} as const
