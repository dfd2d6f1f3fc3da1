import { readFileSync } from 'node:fs';

/**
 * `npm run sbom --silent > sbom.cdx.json`: the packages of the image as a CycloneDX bill of materials, from the lock
 * file alone. (`npm sbom` fails where a registry lacks optional packages of other platforms.)
 */
interface LockedPackage {
  readonly name?: string;
  readonly version: string;
  readonly dev?: boolean;
  readonly license?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Libraries that `npm run build` bundles into the program, with what they depend on. */
const BUNDLED = ['@kubernetes/client-node'];

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'));
const { name, version, license } = read('package.json') as Record<'name' | 'version' | 'license', string>;
const { packages } = read('package-lock.json') as { packages: Readonly<Record<string, LockedPackage>> };

const purlOf = (of: string, at: string): string => `pkg:npm/${of.replace(/^@/, '%40')}@${at}`;

function component(path: string, locked: LockedPackage): object {
  const called = locked.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const [algorithm, digest] = locked.integrity?.split(/-(.*)/s) ?? [];
  return {
    type: 'library',
    'bom-ref': path,
    name: called,
    version: locked.version,
    purl: purlOf(called, locked.version),
    ...(locked.optional && { scope: 'optional' }),
    ...(locked.license !== undefined && { licenses: [{ expression: locked.license }] }),
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest!, 'base64').toString('hex') }],
    }),
  };
}

/** Where the packages are that this one depends on, and itself. */
function withDependencies(called: string, within = '', found = new Set<string>()): Set<string> {
  const nested = `${within}/node_modules/${called}`;
  const path = nested in packages ? nested : `node_modules/${called}`;
  if (found.has(path) || !(path in packages)) return found;
  found.add(path);
  for (const dependency of Object.keys(packages[path]?.dependencies ?? {})) withDependencies(dependency, path, found);
  return found;
}
const bundled = new Set(BUNDLED.flatMap((called) => [...withDependencies(called)]));

process.stdout.write(
  `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      metadata: {
        component: { type: 'application', 'bom-ref': name, name, version, licenses: [{ expression: license }] },
      },
      components: Object.entries(packages)
        .filter(([path, { dev }]) => path !== '' && (dev !== true || bundled.has(path)))
        .map(([path, locked]) => component(path, locked)),
    },
    null,
    2,
  )}\n`,
);
