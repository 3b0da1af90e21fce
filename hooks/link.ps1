# link.sh for Windows, with directory junctions, which need no rights. A junction cannot be relative, so the name that the
# second one ends in is what marks the first as ours.
if ($env:AGENT_CORTEX_LINK -eq 'off') { return }
try {
  $ErrorActionPreference = 'Stop'
  $own = Join-Path $HOME '.agent-cortex'
  $parts = 'copilot\agent-cortex\agent-cortex'
  $place = "$own\$parts"
  $live = "$own\.versions\$parts\live"

  $root = (Get-Item -LiteralPath $env:COPILOT_PLUGIN_ROOT).FullName.TrimEnd('\')
  if (Test-Path -LiteralPath "$root\dist\copilot\plugin.json") { $root = "$root\dist\copilot" }
  if ($root.StartsWith("$own\", [StringComparison]::OrdinalIgnoreCase)) { return }

  function Get-Link($path) { Get-Item -Force -LiteralPath $path -ErrorAction SilentlyContinue }

  $there = Get-Link $place
  if ($there -and "$($there.Target)" -notlike "*\.versions\$parts\live") { return }
  $before = Get-Link $live
  if ($before -and -not $before.LinkType) { return }
  if (-not $before -or "$($before.Target)" -ne $root) {
    # Not recursive: it takes the junction away, not what it leads to.
    if ($before) { [IO.Directory]::Delete($live) }
    New-Item -Force -ItemType Directory -Path (Split-Path $live) | Out-Null
    New-Item -ItemType Junction -Path $live -Value $root | Out-Null
  }
  if (-not $there) {
    New-Item -Force -ItemType Directory -Path (Split-Path $place) | Out-Null
    New-Item -ItemType Junction -Path $place -Value $live | Out-Null
  }
} catch { }
