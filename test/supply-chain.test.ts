import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly version?: string;
  readonly deprecated?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly libc?: readonly string[];
}

const root = join(import.meta.dirname, '..');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>;
};
/** But for our own. */
const installed = Object.entries(packages).filter(
  ([path]) => !/^(packages\/[\w-]+|node_modules\/@scriptorium-md\/[\w-]+)?$/.test(path),
);
const pathsOf = (which: (locked: LockedPackage) => boolean): string[] =>
  installed.filter(([, locked]) => which(locked)).map(([path]) => path);

describe('the packages that the lock file names', () => {
  it('are deprecated by none of their authors', () => {
    expect(pathsOf(({ deprecated }) => deprecated !== undefined)).toEqual([]);
  });

  it('are there for all platforms, with a version each', () => {
    const wanted = installed.flatMap(([, { optionalDependencies }]) => Object.keys(optionalDependencies ?? {}));
    const named = new Set(installed.map(([path]) => path.replace(/^.*node_modules\//, '')));
    expect(wanted.filter((name) => !named.has(name))).toEqual([]);
    // `npm ci` fails where a registry has a package that the lock file names without one.
    expect(pathsOf(({ version }) => version === undefined)).toEqual([]);
  });

  it('say that they are for musl, so that they are installed only there', () => {
    const forMusl = installed.filter(([path]) => /musl(?!eabihf)/.test(path));
    expect(forMusl.filter(([, { libc }]) => libc?.join() !== 'musl').map(([path]) => path)).toEqual([]);
    expect(forMusl).not.toEqual([]);
  });

  it('are checked against strong hashes, and name no host', () => {
    expect(pathsOf(({ integrity }) => integrity?.startsWith('sha512-') !== true)).toEqual([]);
    expect(pathsOf(({ resolved }) => resolved !== undefined)).toEqual([]);
  });

  it('run scripts when they are installed in these cases only, none of which the service needs', () => {
    expect(pathsOf(({ hasInstallScript }) => hasInstallScript === true)).toEqual([
      // Replaces a script by the program, which its optional packages bring as well.
      'node_modules/esbuild',
      // Fetches Node 24, for machines that have an older one.
      'node_modules/node',
      // Asks for donations.
      'node_modules/tesseract.js',
    ]);
  });
});

describe('the bill of materials', () => {
  it('names every package that the image may contain, with its hash and licence', () => {
    const { components } = JSON.parse(
      execFileSync(process.execPath, [join(root, 'scripts/sbom.ts')], { encoding: 'utf8', stdio: 'pipe' }),
    ) as { components: readonly Record<string, unknown>[] };
    const named = components.map((component) => component['bom-ref'] as string);
    const runtime = pathsOf(({ dev }) => dev !== true);
    expect(named.filter((path) => runtime.includes(path))).toEqual(runtime);
    // The others are what the build bundles, with all that it depends on.
    const bundled = named.filter((path) => !runtime.includes(path));
    expect(bundled).toContain('node_modules/@kubernetes/client-node');
    const wanted = bundled.flatMap((path) => Object.keys(packages[path]!.dependencies ?? {}));
    const names = new Set(named.map((path) => path.replace(/^.*node_modules\//, '')));
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);
    expect(components.find(({ name }) => name === 'sharp')).toMatchObject({
      purl: expect.stringMatching(/^pkg:npm\/sharp@\d/) as string,
      licenses: [{ expression: 'Apache-2.0' }],
      hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) as string }],
    });
  });
});

describe('the workflows', () => {
  const folder = join(root, '.github/workflows');
  const workflows = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));

  it('use actions by the hash of their commit', () => {
    const used = workflows.flatMap((text) => [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action));
    expect(used.length).toBeGreaterThan(4);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(action!))).toEqual([]);
  });

  it('run scripts of the repository that are there', () => {
    const scripts = workflows.flatMap((text) => [...text.matchAll(/run: (\S*\/\S+)/g)].map(([, script]) => script!));
    expect(scripts.sort()).toEqual(['.ci/run', 'scripts/release.sh']);
    for (const script of scripts) expect(existsSync(join(root, script)), script).toBe(true);
  });

  it('are the same for the service as for the packages that it is compiled with', () => {
    const { dependencies } = packages['']!;
    const own = Object.entries(packages).filter(([path]) => path.startsWith('packages/'));
    expect(own).toHaveLength(3);
    for (const [path, { dependencies: theirs = {} }] of own) expect({ path, ...dependencies }).toMatchObject(theirs);
  });
});
