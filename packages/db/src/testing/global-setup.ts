import type { TestProject } from 'vitest/node';
import { startTestCluster, type TestClusterAccess } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestClusterAccess;
  }
}

/** One PostgreSQL for all database tests of a run; ends with it, even when the run is killed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  project.provide('testCluster', cluster.access);
  return cluster.stop;
}
