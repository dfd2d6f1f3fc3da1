import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, type CommanderError } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminSocketOf, adminTokenOf } from '../../src/cli/admin/client.ts';
import { socketPath } from '../../src/cli/socket-path.ts';
import { addAdminCommands } from '../../src/cli/admin/commands.ts';
import { gatherLedgerFacts } from '../../src/accounting/ledger-facts.ts';
import { client } from './client.ts';
import { openService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

interface Ran {
  readonly out: string;
  readonly error: string;
  readonly code: number;
}

/** Runs `scriptorium …` against the service's data folder. */
async function run(...args: string[]): Promise<Ran> {
  const said = { out: '', error: '', code: 0 };
  const program = new Command('scriptorium').exitOverride().configureOutput({
    writeErr: (text) => {
      said.error += text;
    },
  });
  addAdminCommands(program, {
    out: (text) => {
      said.out += text;
    },
    error: (text) => {
      said.error += text;
    },
    exit: (code) => {
      said.code = code;
    },
  });
  try {
    await program.parseAsync([...args, '--data-dir', service.folder], { from: 'user' });
  } catch (error) {
    said.code = (error as CommanderError).exitCode;
  }
  return said;
}
const json = (ran: Ran): Record<string, unknown> => JSON.parse(ran.out) as Record<string, unknown>;

describe('scriptorium keys', () => {
  it('creates a key that works with its scopes, lists it without showing it, and revokes it at once', async () => {
    const made = json(await run('keys', 'create', '--workspace', 'acme', '--scope', 'documents:read', '--json'));
    expect(made).toMatchObject({ workspace: 'acme', scopes: ['documents:read'] });
    const key = String(made['key']);
    expect(key).toMatch(/^scr_live_[0-9A-Za-z]{43}$/);
    const call = client(service.base, key);
    expect((await call('getQuote', { params: { quoteId: 'none' } })).status).toBe(404);
    expect((await call('createUpload', { body: { fileName: 'a', fileType: 'b' } })).status).toBe(403);
    const list = await run('keys', 'list', '--workspace', 'acme');
    expect(list.out).toContain(String(made['id']));
    expect(list.out).not.toContain(key);
    expect(json(await run('keys', 'revoke', String(made['id']), '--json'))).toMatchObject({
      id: made['id'],
      revokedAt: expect.any(String) as string,
    });
    expect((await call('getQuote', { params: { quoteId: 'none' } })).status).toBe(401);
  });

  it('gives a key a name and an end, and lists them with its last use', async () => {
    const flags = ['--workspace', 'named', '--name', 'Build server', '--expires', '90', '--json'];
    const made = json(await run('keys', 'create', ...flags));
    const days = (Date.parse(String(made['expiresAt'])) - Date.parse(String(made['createdAt']))) / 86_400_000;
    expect([made['name'], days]).toEqual(['Build server', 90]);
    expect((await run('keys', 'list', '--workspace', 'named')).out).toMatch(
      /Build server .* -  +20\d\d-\d\d-\d\d .* -$/m,
    );
    await client(service.base, String(made['key']))('getQuote', { params: { quoteId: 'none' } });
    const { keys } = json(await run('keys', 'list', '--workspace', 'named', '--json'));
    expect(keys).toMatchObject([{ name: 'Build server', lastUsedAt: expect.any(String) as string }]);
    expect(await run('keys', 'create', '--workspace', 'named', '--expires', '0')).toMatchObject({ code: 1 });
  });

  it('takes scopes one by one or with commas, and all without any', async () => {
    expect(
      json(
        await run(
          'keys',
          'create',
          '--workspace',
          'w',
          '--scope',
          'documents:read',
          '--scope',
          'documents:delete',
          '--json',
        ),
      )['scopes'],
    ).toEqual(['documents:read', 'documents:delete']);
    expect(
      json(await run('keys', 'create', '--workspace', 'w', '--scope', 'documents:read,documents:write', '--json'))[
        'scopes'
      ],
    ).toEqual(['documents:read', 'documents:write']);
    expect(json(await run('keys', 'create', '--workspace', 'w', '--json'))['scopes']).toHaveLength(3);
    expect((await run('keys', 'create', '--workspace', 'w')).out).toMatch(/^scr_live_/);
  });

  it('refuses what it cannot do, with exit code 1 and the reason', async () => {
    expect(await run('keys', 'create', '--workspace', 'Not A Name')).toMatchObject({
      out: '',
      code: 1,
      error: expect.stringContaining('workspace') as string,
    });
    expect(await run('keys', 'create', '--workspace', 'w', '--scope', 'documents:all')).toMatchObject({ code: 1 });
    const unknown = await run('keys', 'revoke', 'key_none', '--json');
    expect([unknown.code, json(unknown)['code']]).toEqual([1, 'not_found']);
  });
});

describe('scriptorium credits', () => {
  it('grants credits that are in the store before they are in the ledger', async () => {
    expect(json(await run('credits', 'grant', '--workspace', 'rich', '--credits', '40', '--json'))).toMatchObject({
      workspace: 'rich',
      credits: 40,
      balance: { granted: 40, available: 40, held: 0, settled: 0 },
    });
    expect((await run('credits', 'grant', '--workspace', 'rich', '--credits', '2')).out).toContain('42');
    const stored = [];
    for await (const { key } of service.deps.objects.list('grants/rich/')) stored.push(key);
    expect(stored).toHaveLength(2);
    await run('ledger', 'rebuild');
    expect(json(await run('credits', 'balance', '--workspace', 'rich', '--json'))).toEqual({
      balances: [{ workspace: 'rich', granted: 42, available: 42, held: 0, settled: 0 }],
    });
  });

  it('grants once, however often a grant is repeated that was written while the ledger was rebuilt', async () => {
    let finish = (): void => {};
    const facts = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const rebuilt = service.deps.ledger.rebuild(async () => {
      const listed = await gatherLedgerFacts(service.deps.objects, new Date());
      await facts;
      return listed;
    });
    const command = ['credits', 'grant', '--workspace', 'patient', '--credits', '7'];
    const refused = await run(...command);
    expect(refused.code).toBe(1);
    const id = /--id (grant_\w+)/.exec(refused.error)?.[1];
    finish();
    await rebuilt;
    for (let i = 0; i < 2; i++)
      expect(json(await run(...command, '--id', String(id), '--json'))).toMatchObject({ id, balance: { granted: 7 } });
    await run('ledger', 'rebuild');
    expect(json(await run('credits', 'balance', '--workspace', 'patient', '--json'))).toEqual({
      balances: [{ workspace: 'patient', granted: 7, available: 7, held: 0, settled: 0 }],
    });
  });

  it.each(['0', '-1', '1.5', 'many', '1e30'])('refuses to grant %s', async (credits) => {
    expect((await run('credits', 'grant', '--workspace', 'rich', `--credits=${credits}`)).code).toBe(1);
  });

  it('names a workspace that is not there', async () => {
    expect(await run('credits', 'balance', '--workspace', 'nobody')).toMatchObject({
      code: 1,
      error: 'The workspace was not found.',
    });
  });
});

describe('scriptorium webhooks', () => {
  it('shows the secret of a workspace: the same each time, and another one for another workspace', async () => {
    const { out } = await run('webhooks', 'secret', '--workspace', 'acme');
    expect(out).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(json(await run('webhooks', 'secret', '--workspace', 'acme', '--json'))).toEqual({
      workspace: 'acme',
      secret: out,
    });
    expect((await run('webhooks', 'secret', '--workspace', 'other')).out).not.toBe(out);
  });

  it('refuses what is no name of a workspace', async () => {
    expect(await run('webhooks', 'secret', '--workspace', 'Not A Name')).toMatchObject({
      out: '',
      code: 1,
      error: expect.stringContaining('workspace') as string,
    });
  });
});

describe('scriptorium ledger audit', () => {
  it('agrees while nothing is wrong, and exits with 1 when the ledger holds what no job knows', async () => {
    await service.grant('audited', 5);
    const good = await run('ledger', 'audit', '--json');
    expect([good.code, json(good)['ok'], json(good)['findings']]).toEqual([0, true, []]);
    await service.deps.ledger.setHold({ jobId: 'job-nobody', workspace: 'audited', credits: 2 });
    const bad = await run('ledger', 'audit', '--json');
    expect([bad.code, json(bad)['findings']]).toEqual([
      1,
      [expect.objectContaining({ kind: 'hold_without_job', jobId: 'job-nobody' })],
    ]);
    await run('ledger', 'rebuild');
    expect((await run('ledger', 'audit')).code).toBe(0);
  });
});

describe('the admin socket', () => {
  it('can be opened by its user only', async () => {
    expect((await stat(service.adminSocket)).mode & 0o777).toBe(0o600);
  });

  it("lies elsewhere when the data folder's path is too long for a socket, the same for the service and the command", () => {
    const long = `/tmp/${'deep/'.repeat(30)}`;
    expect(Buffer.byteLength(adminSocketOf(long))).toBeLessThanOrEqual(107);
    expect(adminSocketOf(long)).toBe(adminSocketOf(long.slice(0, -1)));
    expect(adminSocketOf(long)).not.toBe(adminSocketOf(`${long}er`));
    expect(adminSocketOf('/data')).toBe('/data/run/admin.sock');
  });

  it('is a named pipe on Windows, whose token lies among the temporary files of the user', () => {
    const pipe = socketPath('/data', 'admin', 'win32');
    expect(pipe).toMatch(/^\\\\\.\\pipe\\scriptorium-[0-9a-f]{16}-admin$/);
    expect(adminTokenOf(pipe)).toBe(join(tmpdir(), `${pipe.slice('\\\\.\\pipe\\'.length)}.token`));
    expect(socketPath('/other', 'admin', 'win32')).not.toBe(pipe);
  });

  it('is missed in one clear sentence', async () => {
    const said = { error: '', code: 0 };
    const program = new Command().exitOverride();
    addAdminCommands(program, {
      out: () => {},
      error: (text) => {
        said.error = text;
      },
      exit: (code) => {
        said.code = code;
      },
    });
    await program.parseAsync(['keys', 'list', '--data-dir', '/nowhere'], { from: 'user' });
    expect(said).toEqual({
      code: 1,
      error:
        'No service is running at /nowhere/run/admin.sock. Start it with npm start, or set --data-dir to its data folder.',
    });
  });
});

describe('scriptorium workspaces', () => {
  it('sets what a workspace may use, and lists it', async () => {
    await service.grant('shared', 20);
    const said = await run('workspaces', 'set', '--workspace', 'shared', '--weight', '2', '--suspended', 'true');
    expect(said).toMatchObject({ code: 0 });
    expect(said.out).toMatch(/^WORKSPACE +WEIGHT .*\nshared +2 +0 +0 +20 +0 +true +- +10000 +- +Process$/);
    expect(await run('workspaces', 'set', '--workspace', 'shared', '--suspended', 'default')).toMatchObject({
      out: expect.stringContaining(' false ') as string,
      error: '',
    });
    const { workspaces } = json(await run('workspaces', 'list', '--json'));
    expect(workspaces).toContainEqual(expect.objectContaining({ workspace: 'shared', weight: 2, suspended: false }));
  });

  it.each([
    [['--weight', '0'], 'whole number from 1 to 1000'],
    [['--suspended', 'maybe'], 'true, false or default'],
    [['--isolation', 'Node'], 'Process, Pod or default'],
  ])('refuses %s with a sentence', async (flags, sentence) => {
    const said = await run('workspaces', 'set', '--workspace', 'shared', ...flags);
    expect(said.code).not.toBe(0);
    expect(said.error).toContain(sentence);
  });
});
