import path from 'node:path'
import { PACKAGE } from './projects.mjs'

const MEGABYTE = 1e6

/**
 * What is run in every round, in this order.
 * @typedef {object} Step
 * @property {string} name
 * @property {string} cwd the project
 * @property {string[]} words script and arguments
 * @property {string[]} absent directories that are removed before, unmeasured
 * @property {string} [base] the step whose time is the unit; none: this one is a unit
 * @property {number} [time] limit, in that unit
 * @property {number} [memory] limit, in bytes
 */

/** @returns {Step[]} */
export function defineSteps({ floor }, projects, scratch) {
  const floorOut = path.join(scratch, 'floor')
  const steps = [
    { name: 'floor', cwd: projects.small, words: [floor, projects.small, floorOut], absent: [floorOut] },
    { name: 'build', ...building(projects.small), time: 2, memory: 300 * MEGABYTE },
    {
      name: 'build, nothing changed',
      ...building(projects.small),
      absent: [],
      time: 1.5,
      memory: 300 * MEGABYTE,
    },
    { name: 'vite build', ...buildingWithVite(projects.vite), time: 3.2, memory: 400 * MEGABYTE },
  ]
  if (projects.big !== undefined) {
    steps.push({ name: 'build, big', ...building(projects.big), base: 'build', time: 5.5 })
  }
  return steps
}

function building(project) {
  const words = [path.join(PACKAGE, 'bin/agent-cortex.mjs'), 'build']
  return { cwd: project, words, absent: [distOf(project)], base: 'floor' }
}

function buildingWithVite(project) {
  const words = [path.join(PACKAGE, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error']
  return { cwd: project, words, absent: [distOf(project)], base: 'floor' }
}

export function distOf(project) {
  return path.join(project, 'dist')
}
