import path from 'node:path'
import type { Listing, PiAgent } from '../agent-file.ts'
import { merged, readDirectory } from '../catalogue.ts'
import type { PiContext } from '../host.ts'
import { agentDirectory } from '../places.ts'
import { messageOf, Warnings } from '../teller.ts'
import { findProject, holdsAgents } from '../../../workspace/project-root.ts'
import type { SkillReads } from './skill-reads.ts'

/** All agents that a session can take on: those of the project, then the user's, then those of packages. */
export class Agents {
  readonly #projects: SkillReads
  readonly #directories: readonly string[]
  readonly #warnings = new Warnings()
  #known: readonly PiAgent[] = []

  /** @param directories of composed agents; it may grow */
  constructor(projects: SkillReads, directories: readonly string[]) {
    this.#projects = projects
    this.#directories = directories
  }

  get known(): readonly PiAgent[] {
    return this.#known
  }

  /** Reads them anew, and shows what is wrong, each thing once. */
  read(ctx: PiContext): readonly PiAgent[] {
    const { agents, problems } = merged([
      this.#project(ctx),
      readDirectory(path.join(agentDirectory(), 'agents')),
      ...this.#directories.map((directory) => this.#packaged(directory)),
    ])
    this.#warnings.show(ctx, problems)
    this.#known = agents
    return agents
  }

  /** A package ships its agents composed, or as sources. */
  #packaged(directory: string): Listing {
    const root = path.dirname(directory)
    return holdsAgents(root) ? this.#sources(root) : readDirectory(directory)
  }

  #project(ctx: PiContext): Listing {
    const root = findProject(ctx.cwd)
    if (root === undefined) return { agents: [], problems: [] }
    if (!ctx.isProjectTrusted())
      return { agents: [], problems: [`the agents of ${root} are left out: pi does not trust this project`] }
    return this.#sources(root)
  }

  #sources(root: string): Listing {
    try {
      return this.#projects.project(root).read()
    } catch (error) {
      return { agents: [], problems: [`the agents of ${root} cannot be read: ${messageOf(error)}`] }
    }
  }
}
